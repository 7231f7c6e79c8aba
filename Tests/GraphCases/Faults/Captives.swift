import Vial

@MainActor package final class Session { var name = "" }
@MainActor final class Keeper { init(_ session: Session) {} }
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

@MainActor package enum Captives {
  static let child = InjectionFlow("child")
  static let flow = InjectionFlow("session", children: [child])
  static let session = Injection(strategy: .flow(flow), instance: Session())
  static let token = Injection(strategy: .expiring(after: .seconds(1)), instance: Session())
  // fault: warning: captive dependency
  static let keeper = Injection(strategy: .singleton, instance: Keeper(session.resolve()))
  // fault: warning: captive dependency
  static let consumer = Injection(strategy: .singleton, instance: ConsumingKeeper())
  // fault: warning: captive dependency
  static let through = Injection(strategy: .singleton, instance: [model.resolve()])
  // fault: warning: captive dependency
  static let expired = Injection(strategy: .singleton, instance: [token.resolve()])
  static let model = Injection(strategy: .shared, instance: Keeper(session.resolve()))
  static let sibling = Injection(strategy: .flow(flow), instance: Keeper(session.resolve()))
  static let inside = Injection(strategy: .flow(child), instance: Keeper(session.resolve()))
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
  static let name = Injection(strategy: .singleton, instance: session.resolve().name)
}
