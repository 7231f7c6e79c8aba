import Vial

@MainActor final class UnreadLazyProperty { lazy var leaf = Leaves.leaf.resolve() }
@MainActor final class UnreadLazyText { lazy var text = "\(Leaves.leaf.resolve())" }
@MainActor final class InterpolatingGetter { var text: String { "\(Leaves.leaf.resolve())" } }
@MainActor final class UnreadConsumer { @Instance(Leaves.leaf) var leaf }
@MainActor final class AssignedConsumer {
  @Instance(Leaves.leaf) var leaf
  init() { leaf = Leaf() }
}
@MainActor final class ConsumerAssignedBeforeARead {
  @Instance(Leaves.leaf) var leaf
  private let number: Int
  init(_ number: Int) {
    self.number = number
    leaf = Leaf()
    _ = leaf
    read()
  }
  convenience init() { self.init(1) }
  func read() { _ = leaf }
}
@MainActor final class ConsumerAssignedInABranch {
  @Instance(Leaves.leaf) var leaf
  init() {
    if zero == 1 { leaf = Leaf() }
    _ = leaf
  }
}
@MainActor final class ConsumerAssignedOnce {
  @Instance(Leaves.leaf) var leaf
  init() { _ = leaf }
  init(_ leaf: Leaf) { self.leaf = leaf }
}
@MainActor final class ConsumerAssignedAfterAMethod {
  @Instance(Leaves.leaf) var leaf
  init() { leaf = make() }
  func make() -> Leaf { leaf }
}
@MainActor func readLeaf(of consumer: ConsumerAssignedAfterSelf) { _ = consumer.leaf }
@MainActor final class ConsumerAssignedAfterSelf {
  @Instance(Leaves.leaf) var leaf
  init() {
    readLeaf(of: self)
    leaf = Leaf()
  }
}
@MainActor final class KeyedReader { var text: String { "\(Leaves.leaf.resolve())" } }
@MainActor final class KeyPathOfSelf {
  var text: String { "\(Leaves.leaf.resolve())" }
  let path: KeyPath<KeyPathOfSelf, Int>
  init(_ path: KeyPath<KeyPathOfSelf, Int>) { self.path = path }
}
@MainActor final class KeyPathHolder {
  let path: KeyPath<KeyedReader, Int>
  init(_ path: KeyPath<KeyedReader, Int>) { self.path = path }
}
@MainActor final class ConsumerThatIsReset {
  @Instance(Leaves.leaf) var leaf
  init() { $leaf.reset() }
}
@MainActor final class WeakConsumer { @WeakInstance(Leaves.leaf) var leaf }
@MainActor final class DynamicConsumer { @DynamicInstance(Leaves.leaf) var leaf }
@MainActor final class FamilyConsumer { @Instance(Leaves.family[1]) var leaf }
@MainActor final class Method { func read() -> Leaf { Leaves.leaf.resolve() } }
@MainActor final class CallsAnother {
  let method: Method
  init(_ method: Method) { self.method = method }
  func read() -> Leaf { method.read() }
}
@MainActor final class StoredClosure { let make: @MainActor () -> Leaf = { Leaves.leaf.resolve() } }
@MainActor final class PassedClosure {
  let make: () -> Leaf
  init(_ make: @escaping () -> Leaf) { self.make = make }
  init(later make: @autoclosure @escaping () -> Leaf) { self.make = make }
}
@MainActor final class Captured {
  let make: () -> Leaf
  init() { make = { [leaf = Instance(Leaves.leaf)] in leaf() } }
}
@MainActor final class Worker { init() { Task { _ = Leaves.leaf.resolve() } } }
@MainActor final class Other { init(_ car: Car) {} }

@MainActor class Hooking { func hook() { _ = Leaves.leaf.resolve() } }
@MainActor class HookingAgain: Hooking {
  override init() { super.init() }
  override func hook() {}
}
@MainActor final class InheritingHook: Hooking {}
@MainActor final class InheritingNoHook: HookingAgain { override init() { super.init() } }
@MainActor final class CallingHook: Hooking { override func hook() { super.hook() } }

@MainActor enum Later {
  static let lazyProperty = Injection(strategy: .singleton, instance: UnreadLazyProperty())
  static let lazyText = Injection(strategy: .singleton, instance: UnreadLazyText())
  static let interpolatingGetter = Injection(strategy: .singleton, instance: InterpolatingGetter())
  static let consumer = Injection(strategy: .singleton, instance: UnreadConsumer())
  static let assigned = Injection(strategy: .singleton, instance: AssignedConsumer())
  static let assignedBeforeARead = Injection(strategy: .singleton, instance: ConsumerAssignedBeforeARead())
  static let storedKeyPathOfSelf = Injection(
    strategy: .singleton,
    instance: KeyPathOfSelf(\KeyPathOfSelf.text.count)
  )
  static let resetConsumer = Injection(strategy: .singleton, instance: ConsumerThatIsReset())
  static let hook = Injection(strategy: .singleton, instance: Hooking())
  static let inheritedHook = Injection(strategy: .singleton, instance: InheritingHook())
  static let calledHook = Injection(strategy: .singleton, instance: CallingHook())
  static let hookOfEither = Injection<[Hooking]>(strategy: .singleton, instance: [InheritingNoHook(), Hooking()])
  static let weak = Injection(strategy: .singleton, instance: WeakConsumer())
  static let dynamic = Injection(strategy: .singleton, instance: DynamicConsumer())
  static let method = Injection(strategy: .singleton, instance: Method())
  static let storedClosure = Injection(strategy: .singleton, instance: StoredClosure())
  static let passedClosure = Injection(strategy: .singleton, instance: PassedClosure { Leaves.leaf.resolve() })
  static let localFunction = Injection<PassedClosure>(strategy: .singleton) {
    @MainActor func make() -> Leaf { Leaves.leaf.resolve() }
    return PassedClosure(make)
  }
  static let localConsumer = Injection<PassedClosure>(strategy: .singleton) {
    let leaf = Instance(Leaves.leaf)
    return PassedClosure { leaf() }
  }
  static let autoclosure = Injection(strategy: .singleton, instance: PassedClosure(later: Leaves.leaf.resolve()))
  static let captured = Injection(strategy: .singleton, instance: Captured())
  static let task = Injection(strategy: .singleton, instance: Worker())
  static let released = Injection(strategy: .singleton, instance: Leaf()).onRelease { _ in _ = Leaves.leaf.resolve() }
  static let nested = Injection<Injection<Leaf>>(strategy: .singleton) {
    Injection(strategy: .onDemand) { Leaves.leaf.resolve() }
  }
}

@MainActor final class StaticMembers {
  // fault: warning: resolves Leaves.leaf once
  static let shared = Leaves.leaf.resolve()
  static func make() -> Leaf { Leaves.leaf.resolve() }
}

@MainActor struct Memberwise { var leaf: Leaf = Leaves.leaf.resolve() }

enum Raw: String, CaseIterable { case one }
extension String { @MainActor var loud: String { "\(Leaves.leaf.resolve())" } }

@MainActor enum Never {
  static let overriddenHook = Injection(strategy: .singleton, instance: HookingAgain())
  static let inheritedOverride = Injection(strategy: .singleton, instance: InheritingNoHook())
  static let rawType = Injection<[Raw?]>(strategy: .singleton) { [Raw.one, Raw(rawValue: "one")] }
  static let storedKeyPath = Injection(strategy: .singleton, instance: KeyPathHolder(\KeyedReader.text.count))
  static let memberwiseArgument = Injection(strategy: .singleton, instance: Memberwise(leaf: Leaf()))
  static let staticMembers = Injection(strategy: .singleton, instance: StaticMembers())
  static let passedArgument = Injection(strategy: .singleton, instance: DefaultArgument(Leaf()))
  static let methodOfAnother = Injection(strategy: .singleton, instance: CallsAnother(Later.method.resolve()))
  static let methodOfASubclass = Injection<Preparing>(strategy: .singleton, instance: Sibling())
  static let family = Injection(strategy: .singleton, instance: FamilyConsumer())
  static let otherImplementation = Injection(strategy: .singleton, instance: Car(Electric()))
  static let otherInstance = Injection<Other?>(strategy: .singleton) { nil }
}
