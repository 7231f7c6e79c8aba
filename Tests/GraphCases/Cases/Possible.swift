import Vial

@MainActor protocol Engine { func start() }
@MainActor final class Petrol: Engine { func start() { _ = Leaves.leaf.resolve() } }
@MainActor final class Electric: Engine { func start() {} }
@MainActor final class Car { init(_ engine: any Engine) { engine.start() } }
@MainActor class Preparing {
  init() { prepare() }
  func prepare() {}
}
@MainActor class Child: Preparing { override func prepare() { _ = Leaves.leaf.resolve() } }
@MainActor final class Grandchild: Child { override init() {} }
@MainActor final class Sibling: Preparing {}
@MainActor final class Built: Buildable { init() { _ = Leaves.leaf.resolve() } }
@MainActor func choose(_ now: () -> Leaf, later: @escaping () -> Leaf) -> Leaf { zero == 0 ? now() : later() }
@MainActor let zero = 0
@MainActor func makeZero() -> Int { 0 }

@MainActor enum Possible {
  static let branch = Injection(strategy: .singleton, instance: zero > 1 ? Leaves.leaf.resolve() : Leaf())
  static let defaulted = Injection(strategy: .singleton, instance: Optional(Leaf()) ?? Leaves.leaf.resolve())
  // swift-format-ignore
  static let conditionsInLines = Injection<Leaf>(strategy: .singleton) {
    if
      zero == 0,
      makeZero() == zero
    { return Leaves.leaf.resolve() }
    return Leaf()
  }
  static let someCases = Injection<Leaf>(strategy: .singleton) {
    switch zero {
    case 0: return Leaves.leaf.resolve()
    case 1: return Leaf()
    default: return makeLeaf()
    }
  }
  static let early = Injection<Leaf>(strategy: .singleton) {
    if zero == 0 { return Leaf() }
    return Leaves.leaf.resolve()
  }
  static let oneOfTwoReturns = Injection<Leaf>(strategy: .singleton) {
    if zero == 1 { return Leaves.leaf.resolve() }
    if zero == 0 { return Leaf() }
    return Leaves.leaf.resolve()
  }
  static let dispatched = Injection(strategy: .singleton, instance: Car(Petrol()))
  static let generic = Injection(strategy: .singleton, instance: build(Built.self))
  static let context = Injection(strategy: .singleton, instance: Leaf())
    .when(.launchArgument("-leaf"), instance: Leaves.leaf.resolve())
  static let mapped = Injection(strategy: .singleton, instance: [1].map { _ in Leaves.leaf.resolve() })
  static let passedFunction = Injection<[Leaf]>(strategy: .singleton) {
    @MainActor func make(_ number: Int) -> Leaf { Leaves.leaf.resolve() }
    return [1].map(make)
  }
  static let autoclosure = Injection(strategy: .singleton, instance: evaluate(Leaves.leaf.resolve()))
  static let closuresOfBothKinds = Injection(
    strategy: .singleton,
    instance: choose({ Leaves.leaf.resolve() }, later: { Leaf() })
  )
  static let laterCondition = Injection<Leaf>(strategy: .singleton) {
    if zero == 0, Leaves.leaf.resolve() === Leaf() { return Leaf() }
    return Leaf()
  }
  static let laterBinding = Injection<Leaf>(strategy: .singleton) {
    guard let number = Int("1"), let leaf = Optional(Leaves.leaf.resolve()), number > 0 else { return Leaf() }
    return leaf
  }
  static let missingKey = Injection(strategy: .singleton, instance: [1: Leaf()][2, default: Leaves.leaf.resolve()])
  static let argument = Injection(strategy: .singleton, instance: Holder(Leaves.leaf))
}

@MainActor final class Holder {
  let leaf: Injection<Leaf>
  init(_ leaf: Injection<Leaf>) { self.leaf = leaf }
}
