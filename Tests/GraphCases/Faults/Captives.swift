import Vial

@MainActor package final class Session {
  var name = ""
  package init() {}
  init(named name: String) { self.name = name }
}
@MainActor package final class Keeper {
  private let session: Session
  package init(_ session: Session) { self.session = session }
  func use() {}
}
@MainActor final class ConsumingKeeper { @Instance(Captives.session) var session }
@MainActor final class WeakReader { @WeakInstance(Captives.session) var session }
@MainActor final class DynamicReader { @DynamicInstance(Captives.session) var session }
@MainActor final class Factory { func make() -> ConsumingKeeper { ConsumingKeeper() } }
@MainActor final class Reader {
  let length: Int
  init() {
    let session = Captives.session.resolve()
    length = session.name.count
  }
}

@MainActor final class LazyKeeper { lazy var session = Captives.session.resolve() }
@MainActor final class LazyClosure { lazy var session = { Captives.session.resolve() } }
@MainActor final class Resetting {
  @Instance(Captives.session) var session
  func end() { $session.reset() }
}
@MainActor final class AssigningSession {
  @Instance(Captives.session) var session
  init() { session = Session() }
}
@MainActor final class ResetOutside { @Instance(Captives.session) var session }
@MainActor final class Calling {
  let make: () -> Session
  init(_ make: @escaping () -> Session) { self.make = make }
}
@MainActor final class Storing {
  var action: () -> Void = {}
  init() { action = use }
  func use() { Keeper(Captives.session.resolve()).use() }
}

@MainActor class ResettingBase { @Instance(Captives.session) var session }
@MainActor final class ResettingSubclass: ResettingBase {
  func end() { $session.reset() }
}
@MainActor final class OtherSubclass: ResettingBase {}
@MainActor final class WeakKeeper {
  weak var session: Session?
  init(session: Session) { self.session = session }
}
@MainActor struct WeakMember { weak var session: Session? }
@MainActor final class ArgumentReader {
  let length: Int
  init(_ number: Int = 0, _ session: Session) { length = session.name.count + number }
}
@MainActor struct TextCopy {
  let name: String
  init(of session: Session) { name = session.name }
}
@MainActor final class ArgumentChooser {
  let session: Session
  init(_ session: Session, isUsed: Bool) { self.session = isUsed ? session : Session() }
}
@MainActor final class ArgumentCapturer {
  let name: () -> String
  init(_ session: Session) { name = { session.name } }
}
@MainActor final class ArgumentKeeper {
  let sessions: [Session]
  init(_ session: Session, other: Session) { sessions = [other, Session(named: session.name)] }
}

@MainActor protocol Named: AnyObject { var name: String { get } }
extension Session: Named {}
@MainActor final class GenericReader {
  let length: Int
  init<Number: Comparable & Hashable>(_ number: Number, _ session: Session) { length = session.name.count }
}
@MainActor final class NamedReader {
  let length: Int
  init<Value>(_ value: Value) where Value: Named { length = value.name.count }
}
@MainActor final class GenericKeeper<Value: Named> {
  let values: [Value]
  init<Number>(_ number: Number, _ value: Value) { values = [value] }
}

@MainActor final class Refreshing {
  var session: Session?
  func refresh() { session = Captives.session.resolve() }
}
@MainActor final class RefreshingByConstant {
  private var sessions: [Session] = []
  func refresh() {
    let session = Captives.session.resolve()
    sessions[0] = session
  }
}
@MainActor final class Clearing {
  var session: Session?
  func refresh() { session = Captives.session.resolve() }
  func end() { session = nil }
}
@MainActor final class RefreshingWeakly {
  weak var session: Session?
  func refresh() { session = Captives.session.resolve() }
}
@MainActor final class RefreshingText {
  var name = ""
  func refresh() { name = Captives.session.resolve().name }
}
@MainActor final class RefreshingAnother {
  func refresh(_ other: Refreshing) { other.session = Captives.session.resolve() }
}
@MainActor final class RefreshingLocally {
  func refresh() -> Session {
    var session = Session()
    session = Captives.session.resolve()
    return session
  }
}
@MainActor final class BuildingLater { func make() -> Refreshing { Refreshing() } }

@MainActor package enum Captives {
  // fault: warning: captive dependency: Captives.refreshing (.singleton) keeps Captives.session (.flow(Captives.flow))
  static let refreshing = Injection(strategy: .singleton, instance: Refreshing())
  // fault: warning: captive dependency
  static let refreshingByConstant = Injection(strategy: .singleton, instance: RefreshingByConstant())
  static let clearing = Injection(strategy: .singleton, instance: Clearing())
  static let refreshingWeakly = Injection(strategy: .singleton, instance: RefreshingWeakly())
  static let refreshingText = Injection(strategy: .singleton, instance: RefreshingText())
  static let refreshingAnother = Injection(strategy: .singleton, instance: RefreshingAnother())
  static let refreshingLocally = Injection(strategy: .singleton, instance: RefreshingLocally())
  static let buildingLater = Injection(strategy: .singleton, instance: BuildingLater())
  static let refreshingInFlow = Injection(strategy: .flow(flow), instance: Refreshing())
  static let child = InjectionFlow("child")
  package static let flow = InjectionFlow("session", children: [child])
  package static let session = Injection(strategy: .flow(flow), instance: Session())
  static let token = Injection(strategy: .expiring(after: .seconds(1)), instance: Session())
  // fault: warning: keeps Captives.session (.flow(Captives.flow)): use @WeakInstance or @DynamicInstance, or reset
  static let keeper = Injection(strategy: .singleton, instance: Keeper(session.resolve()))
  // fault: warning: captive dependency
  static let consumer = Injection(strategy: .singleton, instance: ConsumingKeeper())
  // fault: warning: captive dependency
  static let through = Injection(strategy: .singleton, instance: [model.resolve()])
  // fault: warning: captive dependency
  static let expired = Injection(strategy: .singleton, instance: [token.resolve()])
  static let cached = Injection(strategy: .cached(in: flow) { { true } }, instance: Session())
  // fault: warning: Captives.expiringKeeper (.expiring) keeps Captives.cached (.cached)
  static let expiringKeeper = Injection(strategy: .expiring(after: .seconds(1)), instance: [cached.resolve()])
  static let expiringSibling = Injection(
    strategy: .expiring(after: .seconds(1), in: flow),
    instance: [cached.resolve()]
  )
  static let throughKeeper = Injection(strategy: .singleton, instance: [keeper.resolve()])
  static let model = Injection(strategy: .shared, instance: Keeper(session.resolve()))
  static let sibling = Injection(strategy: .flow(flow), instance: Keeper(session.resolve()))
  static let inside = Injection(strategy: .flow(child), instance: Keeper(session.resolve()))
  // fault: warning: captive dependency: Captives.lazyKeeper (.singleton) keeps Captives.session (.flow(Captives.flow))
  static let lazyKeeper = Injection(strategy: .singleton, instance: LazyKeeper())
  static let lazyClosure = Injection(strategy: .singleton, instance: LazyClosure())
  static let resetting = Injection(strategy: .singleton, instance: Resetting())
  static let assigningSession = Injection(strategy: .singleton, instance: AssigningSession())
  static let resetOutside = Injection(strategy: .singleton, instance: ResetOutside())
  static func end() { resetOutside.resolve().$session.reset() }
  static let resettingSubclass = Injection(strategy: .singleton, instance: ResettingSubclass())
  // fault: warning: captive dependency
  static let otherSubclass = Injection(strategy: .singleton, instance: OtherSubclass())
  static let weakKeeper = Injection(strategy: .singleton, instance: WeakKeeper(session: session.resolve()))
  static let weakMember = Injection(strategy: .singleton, instance: WeakMember(session: session.resolve()))
  static let argumentReader = Injection(strategy: .singleton, instance: ArgumentReader(1, session.resolve()))
  static let argumentReaders = Injection(strategy: .singleton) {
    let session = Captives.session.resolve()
    return [ArgumentReader(1, session), ArgumentReader(2, session)]
  }
  static let textCopies = Injection(strategy: .singleton, instance: [TextCopy(of: session.resolve())])
  // fault: warning: captive dependency
  static let argumentChooser = Injection(strategy: .singleton) { ArgumentChooser(session.resolve(), isUsed: true) }
  // fault: warning: captive dependency
  static let argumentCapturer = Injection(strategy: .singleton, instance: ArgumentCapturer(session.resolve()))
  // fault: warning: captive dependency
  static let argumentKeeper = Injection(strategy: .singleton) { ArgumentKeeper(Session(), other: session.resolve()) }
  static let argumentUser = Injection(strategy: .singleton) { ArgumentKeeper(session.resolve(), other: Session()) }
  static let calling = Injection(strategy: .singleton, instance: Calling(session.resolve))
  static let storing = Injection(strategy: .singleton, instance: Storing())
  // fault: warning: keeps Captives.token (.expiring), Captives.session (.flow(Captives.flow)): use
  static let several = Injection(strategy: .singleton, instance: [session.resolve(), token.resolve()])
  static let weak = Injection(strategy: .singleton, instance: WeakReader())
  static let dynamic = Injection(strategy: .singleton, instance: DynamicReader())
  static let maker = Injection(strategy: .singleton, instance: Factory())
  static let reader = Injection(strategy: .singleton, instance: Reader())
  // fault: warning: captive dependency
  static let capturing = Injection<() -> String>(strategy: .singleton) {
    let session = Captives.session.resolve()
    return { session.name }
  }
  // fault: warning: captive dependency
  static let listing = Injection<() -> String>(strategy: .singleton) {
    { [session = Captives.session.resolve()] in session.name }
  }
  static let measuring = Injection<() -> Int>(strategy: .singleton) {
    let length = session.resolve().name.count
    return { length }
  }
  static let genericReader = Injection(strategy: .singleton, instance: GenericReader(1, session.resolve()))
  static let namedReader = Injection(strategy: .singleton, instance: NamedReader(session.resolve()))
  static let genericCount = Injection(strategy: .singleton, instance: [measure(session.resolve(), 1): 1])
  static func measure<Number>(_ session: Session, _ number: Number) -> Int where Number: Equatable {
    session.name.count
  }
  // fault: warning: captive dependency: Captives.genericKeeper (.singleton) keeps Captives.session
  static let genericKeeper = Injection(strategy: .singleton, instance: GenericKeeper(1, session.resolve()))
  static let counted = Injection(strategy: .singleton, instance: count(session.resolve()))
  static let counting = Injection<Int?>(strategy: .singleton, instance: count(session.resolve()))
  static func count(_ session: Session) -> Int { session.name.count }
  static let name = Injection(strategy: .singleton, instance: session.resolve().name)
  package static let overriddenForLonger = Injection(strategy: .flow(flow), instance: Keeper(session.resolve()))
  package static let overriddenForShorter = Injection(strategy: .singleton, instance: Keeper(Session()))
  package static let providedTwice = Injection<Keeper>.required("kept for different times")
  package static let different = Injection<Keeper>.required("kept for different times")
  package static let onlyInClient = Injection<[Keeper]>.required("keeps an instance that one executable clears")
}
