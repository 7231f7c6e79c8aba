import SwiftUI
import Vial

// Members that an application adds to types of the library, and code that the compiler calls.

extension Injection {
  @MainActor var value: Value { resolve() }
  @MainActor package func stub(_ value: @escaping @MainActor @autoclosure () -> Value) { override { value() } }
  @MainActor package func registerLate(_ make: @escaping @MainActor () -> Value) { register(make) }
  @MainActor package func register(_ make: @escaping @MainActor () -> Value) { provide { make() } }
}

@MainActor extension InjectionFlow {
  static let checkout = InjectionFlow("checkout")
  static let visit = InjectionFlow("visit", children: [.checkout])
}

@MainActor extension InjectionStrategy {
  static let ofVisit = InjectionStrategy.flow(.visit)
  static func fresh(_ seconds: Int) -> InjectionStrategy { .expiring(after: .seconds(seconds)) }
}

@propertyWrapper @MainActor struct Resolving {
  var wrappedValue: Int
  init() { wrappedValue = Members.wrapped.resolve() }
}

@propertyWrapper @MainActor struct Choosing {
  var wrappedValue: Int
  init() { wrappedValue = 0 }
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue + Members.chosen.resolve() }
}

@MainActor struct UsesResolving { @Resolving var number }
@MainActor struct UsesChoosing { @Choosing var number = 1 }

@MainActor final class AssignsConsumer {
  @Instance var order: Place
  init() { _order = Instance(Members.order) }
}

@MainActor package final class Observing {
  package var text: String { didSet { text += "\(Members.observed.resolve())" } }
  package init(_ text: String) { self.text = text }
  package convenience init(number: Int) {
    self.init("")
    text = "\(number)"
  }
}

@propertyWrapper @MainActor package struct Projecting {
  package init() {}
  package var wrappedValue: Int { 0 }
  package var projectedValue: Int { Members.projected.resolve() }
}

@MainActor package final class TypedModel {
  struct State { var number = 0 }
  // fault: warning: Client does not provide Members.assigned, which TypedModel perhaps needs
  @Instance(Members.assigned) package var number
  var state = State()
  package init() {}
}

@MainActor package class Overridable {
  @Instance(Members.stubbed) package var number
  package init() {}
  package func use() -> Int { number }
}

@MainActor package final class Overriding: Overridable {
  override package var number: Int {
    get { 1 }
    set {}
  }
}

@MainActor enum KeptMembers {
  // fault: warning: KeptMembers.typed lives as long as the program and has the consumer TypedModel.number
  static let typed = TypedModel()
  static let initial = TypedModel().state
  static let type = TypedModel.self
}

package final class Place {
  let other: Place?
  init(_ other: Place?) { self.other = other }
}

@MainActor package enum Members {
  package static let registered = Injection<Int>.required("provided by a member that the client adds")
  package static let stubbed = Injection<Int>.required("overridden by a test with a member that the application adds")
  package static let started = Injection<Int>.required("provided by the function that starts an executable")
  package static let command = Injection<Int>.required("provided by the branch that uses it")
  package static let optional = Injection<Int>.required("never provided, which the code handles")
  package static let registeredLate = Injection<Int>.required("provided by a member that uses a member below it")
  package static let assigned = Injection<Int>.required("never provided, because an instance is assigned")
  package static var hasOptional: Bool { optional.isProvided }
  package static var canStub: Bool { stubbed.isProvided }
  package static let observed: Injection<Int> = .init(strategy: .singleton, instance: observing.resolve().text.count)
  package static let projected = Injection(strategy: .singleton, instance: 1)
  package static let stubUser = Injection(strategy: .onDemand, instance: stubbed.value)
  static let address = Injection<Place>(strategy: .flow(.checkout), instance: Place(nil))
  static let draft = Injection<Place>(strategy: .flow(.checkout), instance: Place(address.resolve()))
  static let order = Injection<Place>(strategy: .ofVisit, instance: Place(nil))
  // fault: warning: Members.profile (.flow(InjectionFlow.visit)) keeps Members.address (.flow(InjectionFlow.checkout))
  static let profile = Injection<Place>(strategy: .ofVisit, instance: Place(address.resolve()))
  static let step = Injection<Place>(strategy: .flow(.checkout), instance: Place(profile.value.other))
  static let price = Injection<Place>(strategy: .fresh(60), instance: Place(nil))
  // fault: warning: Members.catalog (.singleton) keeps Members.price (.expiring)
  static let catalog = Injection<Place>(strategy: .singleton, instance: Place(price.resolve()))
  // fault: warning: Members.badge (.singleton) keeps Members.order (.flow(InjectionFlow.visit))
  static let badge = Injection<AssignsConsumer>(strategy: .singleton, instance: AssignsConsumer())
  package static let cart = Injection<Place>.required("provided by the client, as a singleton by default")
  package static let profiles = Injection<Place>.required("provided by the client, with a flow")
  // fault: warning: Members.menu (.singleton) keeps Members.profiles (.flow(InjectionFlow.visit))
  static let menu = Injection<Place>(strategy: .singleton, instance: Place(profiles.resolve()))
  package static let forwarded = Injection<Place>.required("provided by the client, with another injection")
  package static let reader = Injection(strategy: .onDemand, instance: Place(order.resolve()))
  static let lists = Injection<[Place]>(strategy: .ofVisit, instance: [])
  static let first: Injection<Place> = .init(strategy: .singleton) {
    let list = lists.resolve()
    return Place(list.isEmpty ? nil : Place(list[0].other))
  }
  // fault: error: dependency cycle: Members.left → Members.right → Members.left
  static let left: Injection<Int> = .init(strategy: .singleton, instance: right.value)
  static let right: Injection<Int> = .init(strategy: .singleton, instance: left.value)
  // fault: error: dependency cycle: Members.wrapping → Members.wrapped → Members.wrapping
  static let wrapping: Injection<UsesResolving> = .init(strategy: .singleton, instance: UsesResolving())
  static let wrapped: Injection<Int> = .init(strategy: .singleton, instance: wrapping.resolve().number)
  static let choosing: Injection<UsesChoosing> = .init(strategy: .singleton, instance: UsesChoosing())
  static let chosen: Injection<Int> = .init(strategy: .singleton, instance: choosing.resolve().number)
  static let observing: Injection<Observing> = .init(strategy: .singleton, instance: Observing("a"))
  // fault: warning: Members.kept resolves Members.observed once for all
  static let kept = observed.value
}

@MainActor package func composeMembers() {
  // fault: warning: Members.cart (.singleton) keeps Members.order (.flow(InjectionFlow.visit))
  Members.cart.provide(with: Place(Members.order.resolve()))
  Members.profiles.provide(strategy: .ofVisit) { Place(nil) }
  Members.forwarded.provide(with: Members.reader)
}

/// A private type and a private variable, whose names `Declarations.swift` declares, too.
@MainActor private final class Row {
  @Instance(row) var place
  // fault: warning: Row.kept resolves Faults/Members.swift/row once for all
  static let kept = row.resolve()
}
@MainActor private let row = Injection(strategy: .shared, instance: Place(nil))
@MainActor func makeRowOfMembers() { _ = Row() }

struct AssigningView: View {
  // fault: error: AssigningView.number uses @Instance in a SwiftUI view
  @Instance var number: Int
  init() { _number = Instance(Members.observed) }
  var body: some View { EmptyView() }
}

@MainActor enum OtherFile {
  static var parent: Parent?
  static weak var weakParent: Parent?
}
