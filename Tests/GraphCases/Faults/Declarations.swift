import SwiftUI
import Vial
import VialSwiftUI

@MainActor package enum Declarations {
  // fault: warning: computed property
  static var computed: Injection<Session> { Injection(strategy: .singleton, instance: Session()) }
  // fault: warning: computed property
  static var computedFamily: InjectionFamily<Int, Int> {
    InjectionFamily(strategy: .singleton) { $0 }
  }
  // fault: warning: computed property
  static var computedFlow: InjectionFlow { InjectionFlow("computed") }
  // fault: warning: computed property
  static var computedContext: Injection<Session> { Captives.session.when(.preview, instance: Session()) }
  // fault: warning: resolves Captives.session once
  static let kept = Captives.session.resolve()
  static let silenced = Captives.session.resolve()  // vial-graph: ignore this line // fault: warning: resolves
  static let keptModel = Keeper(Captives.session.resolve())
  static var alias: Injection<Session> { Captives.session }
  static let closure = { @MainActor in Captives.session.resolve() }
  // fault: warning: Declarations.consumer lives as long as the program and is an Instance
  static let consumer = Instance(Captives.session)
  static let dynamicConsumer = DynamicInstance(Captives.session)
  static let dynamicModel = DynamicInstance(Declarations.model)
  static let model = Injection(strategy: .shared, instance: Parent())
  static let applied: Injection<Session> = { Injection(strategy: .singleton, instance: Session()) }()
  static var current: Session { Captives.session.resolve() }
}

// fault: warning: resolves Captives.token once
@MainActor let global = Captives.token.resolve()

struct Screen: View {
  // fault: error: use @ViewInstance
  @Instance(Captives.session) var session
  @ViewInstance(Captives.session) var model
  var body: some View { Text(model.name) }
  @MainActor final class Coordinator { @Instance(Captives.session) var session }
}

struct Labels: LabelStyle {
  // fault: error: use @ViewInstance
  @Instance(Captives.session) var session
}

@MainActor struct Late {
  // fault: error: use @ViewInstance
  @DynamicInstance(Captives.session) var session
}

extension Late: View { var body: some View { Text("") } }

struct OwnWrapperView: View {
  // fault: error: uses @Injected in a SwiftUI view: use @ViewInstance
  @Injected(Captives.session) var session
  @Eagerly(Reading.number) var number
  var body: some View { Text("") }
}
struct Value { @Instance(Captives.session) var session }

@MainActor class Parent { @Instance(Captives.session) var session }
@MainActor final class Inheriting: Parent {}
@MainActor final class Wrapping { let inheriting = Inheriting() }
@MainActor final class Plain { func make() -> Parent { Parent() } }
@MainActor final class StoredModel { let session = Captives.session.resolve() }
@MainActor final class AssignedModel {
  let session: Session
  init() { session = Captives.session.resolve() }
}
@MainActor final class DefaultModel {
  let session: Session
  init(session: Session = Captives.session.resolve()) { self.session = session }
}
@MainActor final class Outer {
  let model: DefaultModel
  init(_ model: DefaultModel) { self.model = model }
}
@MainActor final class Measured {
  let length: Int
  init() { length = Captives.session.resolve().name.count }
}
@MainActor final class LazyText { lazy var name = Captives.session.resolve().name }
@MainActor struct StoredMember { var session = Captives.session.resolve() }
@MainActor final class Dynamic { @DynamicInstance(Captives.session) var session }

@MainActor enum Statics {
  // fault: warning: Statics.parent lives as long as the program and has the consumer Parent.session
  static let parent = Parent()
  // fault: warning: has the consumer Parent.session
  static let wrapping: Wrapping? = Wrapping()
  // fault: warning: has the consumer Parent.session
  static let made = makeInheriting()
  // fault: warning: Statics.session lives as long as the program and is an Instance
  @Instance(Captives.session) static var session
  // fault: warning: lives as long as the program and has the property StoredModel.session, which keeps the instance
  static let stored = StoredModel()
  // fault: warning: Statics.handler lives as long as the program and has the consumer Handler.session
  static let handler = Handler<(Int) -> Parent>()
  // fault: warning: has the property LazyKeeper.session, which keeps the instance that it resolves
  static let lazyStored = LazyKeeper()
  // fault: warning: Statics.assigned lives as long as the program and keeps an instance of Captives.session, which
  static let assigned = AssignedModel()
  // fault: warning: Statics.outer lives as long as the program and keeps an instance of Captives.session, which
  static let outer = Outer(DefaultModel())
  // fault: warning: Statics.table lives as long as the program and keeps an instance of Captives.session, which
  static let table = makeTable()
  static let replaced = Outer(DefaultModel(session: Session()))
  static let measured = Measured()
  static let lazyText = LazyText()
  static let assigning = Assigning()
  static let passedStored = StoredMember(session: Session())
  static let plain = Plain()
  static let dynamic = Dynamic()
  static let name = Parent().session.name.count
  static let make = { @MainActor in Parent() }
  static let makers = [{ @MainActor in Parent() }]
  static let types = [Parent.self, Swift.type(of: Parent())]
  static let type = Parent.self
  static let initializer: @MainActor () -> Parent = Parent.init
  static var computed: Parent { Parent() }
  static func makeTable() -> [String: Session] { ["a": Captives.session.resolve()] }
  static func makeInheriting() -> Inheriting { Inheriting() }
}

@MainActor final class Handler<Action> { @Instance(Captives.session) var session }

@MainActor protocol Cached: AnyObject {}
extension Session: Cached {}
@MainActor final class CachedReader { var session: Session? }

@MainActor var assignedGlobal: Session?
@MainActor enum Caches {
  static var cached: Session?
  static var cachedByConstant: (any Cached)?
  static var chosen: Session?
  static var models: [Int: Parent] = [:]
  static var modelsByConstant: [Int: Parent] = [:]
  static var modelsInLine: [Int: Parent] = [:]
  static var cleared: Session?
  static var clearedModels: [Int: Parent] = [:]
  static var plain: [Int: Plain] = [:]
  static var members: [Int: StoredMember] = [:]
  static weak var unowned: Session?
  static var count = 0
  static var make: (() -> Session)?
  static var isSame = false
  static let reader = CachedReader()
  static func fill(_ number: Int) -> (any Cached)? {
    // fault: warning: Caches.cached keeps the instance of Captives.session that this code assigns
    cached = Captives.session.resolve()
    // fault: warning: assignedGlobal keeps the instance of Captives.session
    assignedGlobal = Captives.session.resolve()
    // fault: warning: Caches.chosen keeps the instance
    chosen = chosen ?? Captives.session.resolve()
    // fault: warning: Caches.models keeps the object that this code assigns, which has the consumer Parent.session
    models[number] = Parent()
    // fault: warning: Caches.modelsByConstant keeps the object
    let model = modelsByConstant[number] ?? Parent()
    modelsByConstant[number] = model
    if let cachedByConstant { return cachedByConstant }
    // fault: warning: Caches.cachedByConstant keeps the instance
    let session = Captives.session.resolve()
    cachedByConstant = session
    return session
  }
  // fault: warning: Caches.modelsInLine keeps the object
  // swift-format-ignore
  static func fillInLine() { let model = modelsInLine[1] ?? Parent(); modelsInLine[1] = model }
  static func fillWithoutFaults(_ number: Int) {
    cleared = Captives.session.resolve()
    clearedModels[number] = Parent()
    plain[number] = Plain()
    members[number] = StoredMember(session: Session())
    unowned = Captives.session.resolve()
    count = Captives.session.resolve().name.count
    isSame = Captives.session.resolve() === cached
    make = { Captives.session.resolve() }
    reader.session = Captives.session.resolve()
    let session = Captives.session.resolve()
    count = session.name.count
  }
  static func clear() {
    cleared = nil
    clearedModels.removeAll()
  }
}

@MainActor enum Helpers {
  // fault: warning: each call of Helpers.make() publishes another injection
  static func make() -> Injection<Session> { Injection(strategy: .singleton, instance: Session()) }
  static func makeLocal() -> Int {
    // fault: warning: each call of Helpers.makeLocal() publishes another injection
    let count = Injection(strategy: .onDemand, instance: 1)
    return count.resolve()
  }
  static var size: Int {
    // fault: warning: each call of Helpers.size publishes another injection
    Injection<Int>(strategy: .onDemand) { 1 }.resolve()
  }
  // fault: warning: each call of Helpers.stored publishes another injection
  static let stored = { @MainActor in Injection(strategy: .singleton, instance: Session()) }
  static func once() -> Injection<Session> {
    enum Once { static let session = Injection(strategy: .singleton, instance: Session()) }
    return Once.session
  }
  static let optional: Injection<Session>? = Injection(strategy: .singleton, instance: Session())
  static let list = [Injection(strategy: .singleton, instance: 1), Injection(strategy: .singleton, instance: 2)]
  static let total = Injection(strategy: .singleton, instance: list.map { $0.resolve() }.count)
  static let closures = [Injection<@MainActor () -> Int>(strategy: .singleton) { { 1 } }]
  static let sum = Injection(strategy: .singleton, instance: closures.reduce(0) { $0 + $1.resolve()() })
  static let cell = Cell(Injection(strategy: .singleton, instance: 1))
  static let assigned = Assigned()
}

@MainActor final class Cell { init(_ injection: Injection<Int>) {} }
@MainActor final class Assigned {
  let injection: Injection<Int>
  init() {
    let injection = Injection(strategy: .singleton, instance: 1)
    self.injection = injection
  }
}

@MainActor struct SessionBox { let value: Session }

@MainActor enum SharedValues {
  // fault: warning: SharedValues.number is .shared, but Int is a value
  static let number = Injection(strategy: .shared, instance: 1)
  // fault: warning: SharedValues.structure is .shared, but StoredMember is a value
  static let structure = Injection(strategy: .shared, instance: StoredMember(session: Session()))
  // fault: warning: SharedValues.closure is .shared, but
  static let closure = Injection<@MainActor () -> Void>(strategy: .shared) { {} }
  // fault: warning: SharedValues.family is .shared, but Array<Int> is a value
  static let family = InjectionFamily<Int, [Int]>(strategy: .shared) { [$0] }
  // fault: warning: SharedValues.optional is .shared, but Optional<Int> is a value
  static let optional = Injection<Int?>(strategy: .shared, instance: nil)
  // fault: warning: SharedValues.tuple is .shared, but (Int, Int) is a value
  static let tuple = Injection(strategy: .shared, instance: (1, 2))
  // fault: warning: SharedValues.tuples is .shared, but (Int, Int) is a value
  static let tuples = InjectionFamily<Int, (Int, Int)>(strategy: .shared) { ($0, $0) }
  // fault: warning: SharedValues.dictionary is .shared, but Dictionary<String, Int> is a value
  static let dictionary = Injection(strategy: .shared, instance: ["a": 1])
  // fault: warning: SharedValues.erasedStructure is .shared, but WeakMember is a value
  static let erasedStructure = Injection<any Sendable>(strategy: .shared, instance: WeakMember(session: nil))
  // fault: warning: SharedValues.erasedInClosure is .shared, but WeakMember is a value
  static let erasedInClosure = Injection<any Sendable>(strategy: .shared) { WeakMember(session: nil) }
  static let erasedObject = Injection<any Sendable>(strategy: .shared, instance: Session())
  static let erasedMember = Injection<any Sendable>(
    strategy: .shared,
    instance: SessionBox(value: Session()).value
  )
  static let optionalObject = Injection<Session?>(strategy: .shared, instance: nil)
  static let handler = Injection<Handler<(Int) -> Void>>(strategy: .shared, instance: Handler())
  static let existential = Injection<any Launching>(strategy: .shared, instance: Session())
  static let keptNumber = Injection(strategy: .singleton, instance: 1)
}

/// A private type and a private variable, whose names `Members.swift` declares, too.
@MainActor private final class Row {
  @Instance(row) var session
  // fault: warning: Row.kept resolves Faults/Declarations.swift/row once for all
  static let kept = row.resolve()
}
@MainActor private let row = Injection(strategy: .shared, instance: Session())
@MainActor func makeRowOfDeclarations() { _ = Row() }

protocol Launching {}
extension Session: Launching {}
