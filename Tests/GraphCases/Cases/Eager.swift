import Vial

// Each injection below needs `leaf`, or not, in a different way. `eager`, `possible` and `later` in its name tell whether
// an instance of it always, perhaps or only later resolves `leaf`.

@MainActor final class Leaf { nonisolated init() {} }
@MainActor enum Leaves {
  static let leaf = Injection(strategy: .singleton, instance: Leaf())
  static let family = InjectionFamily<Int, Leaf>(strategy: .shared) { _ in Leaf() }
}

@MainActor struct Box {
  var number = 0 { didSet { _ = Leaves.leaf.resolve() } }
  subscript(index: Int) -> Leaf { Leaves.leaf.resolve() }
  static func + (box: Box, number: Int) -> Leaf { Leaves.leaf.resolve() }
}

@MainActor func makeLeaf() -> Leaf { Leaves.leaf.resolve() }
@MainActor func build<T: Buildable>(_ type: T.Type) -> T { T() }
@MainActor func evaluate(_ leaf: @autoclosure () -> Leaf) -> Leaf { leaf() }
@MainActor protocol Buildable { init() }
@MainActor protocol Helping {}
extension Helping { func help() -> Leaf { Leaves.leaf.resolve() } }

@MainActor final class DefaultArgument { init(_ leaf: Leaf = Leaves.leaf.resolve()) {} }
@MainActor final class StoredProperty { let leaf = Leaves.leaf.resolve() }
@MainActor final class ComputedProperty {
  var leaf: Leaf { Leaves.leaf.resolve() }
  init() { _ = leaf }
}
@MainActor final class LazyProperty {
  lazy var leaf = Leaves.leaf.resolve()
  init() { _ = leaf }
}
@MainActor final class ReadConsumer {
  @Instance(Leaves.leaf) var leaf
  init() { _ = leaf }
}
@MainActor final class ReadDynamicConsumer {
  @DynamicInstance(Leaves.leaf) var leaf
  init() { _ = leaf }
}
@MainActor final class Helper: Helping { init() { _ = help() } }
@MainActor class Base { init() { _ = Leaves.leaf.resolve() } }
@MainActor final class Derived: Base {}
@MainActor enum Cache {
  // fault: warning: Cache.leaf lives as long as the program and keeps an instance of Leaves.leaf, which
  static let leaf: Leaf? = { makeLeaf() }()
}
@MainActor struct Reader {
  @Instance(Leaves.leaf) var leaf
  func read() -> Leaf { leaf }
}

@MainActor final class ConsumerThatIsReadAfterReset {
  @Instance(Leaves.leaf) var leaf
  init() {
    $leaf.reset()
    _ = leaf
  }
}

@MainActor enum Eager {
  static let readAfterReset = Injection(strategy: .singleton, instance: ConsumerThatIsReadAfterReset())
  static let argument = Injection(strategy: .singleton, instance: [Leaves.leaf.resolve()])
  static let closure = Injection<Leaf>(strategy: .singleton) {
    let leaf = Leaves.leaf.resolve()
    return leaf
  }
  static let defaultArgument = Injection(strategy: .singleton, instance: DefaultArgument())
  static let memberwise = Injection(strategy: .singleton, instance: Memberwise())
  static let storedProperty = Injection(strategy: .singleton, instance: StoredProperty())
  static let computedProperty = Injection(strategy: .singleton, instance: ComputedProperty())
  static let lazyProperty = Injection(strategy: .singleton, instance: LazyProperty())
  static let readConsumer = Injection(strategy: .singleton, instance: ReadConsumer())
  static let readDynamicConsumer = Injection(strategy: .singleton, instance: ReadDynamicConsumer())
  static let localFunction = Injection<Leaf>(strategy: .singleton) {
    @MainActor func make() -> Leaf { Leaves.leaf.resolve() }
    return make()
  }
  static let localType = Injection<Leaf>(strategy: .singleton) {
    struct Maker { @MainActor func make() -> Leaf { Leaves.leaf.resolve() } }
    return Maker().make()
  }
  static let protocolExtension = Injection(strategy: .singleton, instance: Helper())
  static let superclass = Injection(strategy: .singleton, instance: Derived())
  static let overridden = Injection<Preparing>(strategy: .singleton, instance: Child())
  static let overriddenAgain = Injection<Preparing>(strategy: .singleton, instance: Grandchild())
  static let localConsumer = Injection<Leaf>(strategy: .singleton) {
    let leaf = Instance(Leaves.leaf)
    _ = PassedClosure { leaf() }
    return leaf()
  }
  static let reference = Injection<Leaf>(strategy: .singleton, { @MainActor in makeLeaf() })
  static let observer = Injection<Int>(strategy: .singleton) {
    var box = Box()
    box.number = 1
    return box.number
  }
  static let subscripted = Injection(strategy: .singleton, instance: Box()[1])
  static let operated = Injection(strategy: .singleton, instance: Box() + 1)
  static let method = Injection(strategy: .singleton, instance: Reader().read())
  static let applied = Injection(strategy: .singleton, instance: { Leaves.leaf.resolve() }())
  static let assignedInABranch = Injection(strategy: .singleton, instance: ConsumerAssignedInABranch())
  static let assignedByOneInitializer = Injection(strategy: .singleton, instance: ConsumerAssignedOnce())
  static let assignedAfterAMethod = Injection(strategy: .singleton, instance: ConsumerAssignedAfterAMethod())
  static let assignedAfterSelf = Injection(strategy: .singleton, instance: ConsumerAssignedAfterSelf())
  static let keyPath = Injection(strategy: .singleton, instance: KeyedReader()[keyPath: \.text])
  static let interpolation = Injection(strategy: .singleton, instance: "\(Leaves.leaf.resolve())")
  static let interpolations = Injection(
    strategy: .singleton,
    instance: "\(zero == 0 ? 1 : 2) \(Leaves.leaf.resolve())"
  )
  static let published = publish(Leaves.leaf.resolve())
  static let publishedAgain = publish(Leaves.leaf.resolve())
  static let publishedByAFunction = publishLeaf()
  static func publish(_ leaf: @autoclosure @escaping () -> Leaf) -> Injection<Leaf> {
    Injection(strategy: .singleton, instance: leaf())
  }
  static func publishLeaf() -> Injection<Leaf> { Injection(strategy: .singleton, instance: Leaves.leaf.resolve()) }
  static let chained = Injection(strategy: .singleton, instance: makeLeaf()).onRelease { _ in }.allowLiveInTests()
  static let otherName = Injection<Leaf>(strategy: .singleton) { alias.resolve() }
  static var alias: Injection<Leaf> { Leaves.leaf }
  static let forwarded = Injection<Leaf>.required("a leaf")
  static let validity = Injection(
    strategy: .cached {
      let leaf = Leaves.leaf.resolve()
      return { leaf === leaf }
    },
    instance: 1
  )
  static let keys = InjectionFamily<Int, Leaf>(strategy: .shared) { _ in Leaves.leaf.resolve() }
  static let once = Injection(strategy: .singleton, instance: Cache.leaf)
  // swift-format-ignore
  static let bothBranches = Injection<Leaf>(strategy: .singleton) {
    if zero == 0 { return Leaves.leaf.resolve() } else { return makeLeaf() }
  }
  // swift-format-ignore
  static let bothBranchesOfConditions = Injection<Leaf>(strategy: .singleton) {
    if zero == 0 && makeZero() == 0, zero == 1 { return Leaves.leaf.resolve() } else { return makeLeaf() }
  }
  static let earlyReturn = Injection<Leaf>(strategy: .singleton) {
    guard zero == 0 else { return Leaves.leaf.resolve() }
    return makeLeaf()
  }
  static let allCases = Injection<Leaf>(strategy: .singleton) {
    switch zero {
    case 0: return Leaves.leaf.resolve()
    case 1: return makeLeaf()
    default: return [Leaves.leaf.resolve()][0]
    }
  }
}

@MainActor func compose() { Eager.forwarded.provide(with: Leaves.leaf) }
