import Vial

// The cases of this file use parts of the language that the others do not: generic containers, result builders, conditional
// compilation, nested functions, `async let`, initializers that delegate, inheritance, and statements such as `defer`.

@MainActor protocol Storing {
  associatedtype Item
  var items: [Item] { get }
}
@MainActor struct Store<Item>: Storing {
  let items: [Item]
  init(_ first: Item) { items = [first] }
}
@MainActor final class Repository<Storage: Storing> {
  let storage: Storage
  init(_ storage: Storage) { self.storage = storage }
}
@MainActor final class Delegating {
  let leaf: Leaf
  init(leaf: Leaf) { self.leaf = leaf }
  convenience init() { self.init(leaf: Leaves.leaf.resolve()) }
  convenience init(number: Int) { self.init(leaf: Leaf()) }
}
@MainActor struct DelegatingValue {
  let leaf: Leaf
  init(_ leaf: Leaf) { self.leaf = leaf }
  init() { self.init(Leaves.leaf.resolve()) }
}
@MainActor class Ancestor { init(_ number: Int) { _ = Leaves.leaf.resolve() } }
@MainActor final class Heir: Ancestor { init() { super.init(1) } }
@MainActor final class Inherited: Ancestor {}
@MainActor class DefaultBase { init(_ leaf: Leaf = Leaves.leaf.resolve(), number: Int = 1) {} }
@MainActor final class ImplicitHeir: DefaultBase { init() {} }
@MainActor final class ExplicitHeir: DefaultBase { init() { super.init(Leaf()) } }
@MainActor final class InheritingHeir: DefaultBase {}
@MainActor final class Watched {
  var number: Int { willSet { _ = Leaves.leaf.resolve() } }
  init() { number = 0 }
  func increase() { number += 1 }
}
@MainActor final class ComputedLazily { lazy var leaf: Leaf = { Leaves.leaf.resolve() }() }
@MainActor struct Keyed { subscript(index: Int) -> Leaf { Leaves.leaf.resolve() } }
@MainActor final class Waiting {
  init() {
    Task {
      async let leaf = Leaves.leaf.resolve()
      _ = await leaf
    }
  }
}
@resultBuilder @MainActor enum LeavesBuilder {
  static func buildBlock(_ parts: [Leaf]...) -> [Leaf] { parts.flatMap(\.self) }
  static func buildExpression(_ leaf: Leaf) -> [Leaf] { [leaf] }
  static func buildOptional(_ leaves: [Leaf]?) -> [Leaf] { leaves ?? [] }
  static func buildEither(first: [Leaf]) -> [Leaf] { first }
  static func buildEither(second: [Leaf]) -> [Leaf] { second }
}
@MainActor func collect(@LeavesBuilder _ content: () -> [Leaf]) -> [Leaf] { content() }
enum Phase {
  case first, second
  @MainActor func read() -> Leaf { Leaves.leaf.resolve() }
}
@MainActor var phase: Phase?
@MainActor func fail() throws { throw CancellationError() }
@MainActor func tryToMakeLeaf() throws -> Leaf { Leaves.leaf.resolve() }
@MainActor func failOrMakeLeaf() throws -> Leaf {
  if zero == 0 { throw CancellationError() }
  return Leaves.leaf.resolve()
}

extension Eager {
  static let genericContainer = Injection(strategy: .singleton, instance: Repository(Store(Leaves.leaf.resolve())))
  static let delegating = Injection(strategy: .singleton, instance: Delegating())
  static let delegatingValue = Injection(strategy: .singleton, instance: DelegatingValue())
  static let initializerOfSuperclass = Injection(strategy: .singleton, instance: Heir())
  static let inheritedInitializer = Injection(strategy: .singleton, instance: Inherited(1))
  static let implicitInitializer = Injection(strategy: .singleton, instance: ImplicitHeir())
  static let inheritedDefaultArgument = Injection(strategy: .singleton, instance: InheritingHeir())
  static let resultBuilder = Injection(strategy: .singleton, instance: collect { Leaves.leaf.resolve() })
  static let bothBranchesOfABuilder = Injection<[Leaf]>(strategy: .singleton) {
    collect {
      if zero == 0 { Leaves.leaf.resolve() } else { makeLeaf() }
    }
  }
  static let functionInAFunction = Injection<Leaf>(strategy: .singleton) {
    @MainActor func outer() -> Leaf {
      @MainActor func inner() -> Leaf { Leaves.leaf.resolve() }
      return inner()
    }
    return outer()
  }
  static let compiled = Injection<Leaf>(strategy: .singleton) {
    #if swift(>=6)
    return Leaves.leaf.resolve()
    #else
    return Leaf()
    #endif
  }
  static let attempted = Injection<Leaf?>(strategy: .singleton) { try? tryToMakeLeaf() }
  static let attemptedStatement = Injection<Leaf>(strategy: .singleton) {
    _ = try? tryToMakeLeaf()
    return Leaf()
  }
  static let attemptedWithDefault = Injection<Leaf>(strategy: .singleton) { (try? tryToMakeLeaf()) ?? Leaf() }
  static let attemptedCondition = Injection<Leaf>(strategy: .singleton) {
    if let leaf = try? tryToMakeLeaf() { return leaf }
    return Leaf()
  }
  static let forced = Injection(strategy: .singleton, instance: try! tryToMakeLeaf())
  static let deferred = Injection<Int>(strategy: .singleton) {
    defer { _ = Leaves.leaf.resolve() }
    return 1
  }
  static let condition = Injection<Int>(strategy: .singleton) {
    if Leaves.leaf.resolve() === Leaves.leaf.resolve() { return 1 }
    return 2
  }
  static let guarded = Injection<Leaf>(strategy: .singleton) {
    guard let leaf = Optional(Leaves.leaf.resolve()) else { return Leaf() }
    return leaf
  }
  static let decided = Injection(strategy: .singleton, instance: Leaves.leaf.resolve() === Leaf() ? 1 : 2)
  static let tuple = Injection<Leaf>(strategy: .singleton) {
    let (leaf, _) = (Leaves.leaf.resolve(), 1)
    return leaf
  }
  static let watched = Injection<Watched>(strategy: .singleton) {
    let watched = Watched()
    watched.number = 1
    return watched
  }
  static let manyCases = Injection<Leaf>(strategy: .singleton) {
    switch zero {
    case 0: return Leaves.leaf.resolve()
    case 1: return Leaves.leaf.resolve()
    case 2: return Leaves.leaf.resolve()
    case 3: return Leaves.leaf.resolve()
    case 4: return Leaves.leaf.resolve()
    case 5: return Leaves.leaf.resolve()
    case 6: return Leaves.leaf.resolve()
    case 7: return Leaves.leaf.resolve()
    case 8: return Leaves.leaf.resolve()
    case 9: return Leaves.leaf.resolve()
    case 10: return Leaves.leaf.resolve()
    case 11: return Leaves.leaf.resolve()
    case 12: return Leaves.leaf.resolve()
    case 13: return Leaves.leaf.resolve()
    case 14: return Leaves.leaf.resolve()
    case 15: return Leaves.leaf.resolve()
    case 16: return Leaves.leaf.resolve()
    case 17: return Leaves.leaf.resolve()
    case 18: return Leaves.leaf.resolve()
    default: return makeLeaf()
    }
  }
  static let branchesInBranches = Injection<Leaf>(strategy: .singleton) {
    if zero == 0 {
      switch zero {
      case 0: return Leaves.leaf.resolve()
      default: return makeLeaf()
      }
    } else if zero == 1 {
      return makeLeaf()
    } else {
      guard zero == 2 else { return Leaves.leaf.resolve() }
      return makeLeaf()
    }
  }
}

extension Possible {
  static let branchOfABuilder = Injection<[Leaf]>(strategy: .singleton) {
    collect { if zero == 0 { Leaves.leaf.resolve() } }
  }
  static let loop = Injection<Int>(strategy: .singleton) {
    for _ in 0..<zero { _ = Leaves.leaf.resolve() }
    return 1
  }
  static let caught = Injection<Leaf>(strategy: .singleton) {
    do { try fail() } catch { return Leaves.leaf.resolve() }
    return Leaf()
  }
  static let failed = Injection<Leaf?>(strategy: .singleton) { try? failOrMakeLeaf() }
  static let failedAndCaught = Injection<Leaf>(strategy: .singleton) {
    do { return try failOrMakeLeaf() } catch { return Leaf() }
  }
  static let otherwise = Injection<Leaf>(strategy: .singleton) {
    guard zero == 0 else { return Leaves.leaf.resolve() }
    return Leaf()
  }
  static let conjunction = Injection(strategy: .singleton, instance: zero == 1 && Leaves.leaf.resolve() === Leaf())
  static let oneBranchLess = Injection<Leaf>(strategy: .singleton) {
    if zero == 0 { return Leaves.leaf.resolve() } else if zero == 1 { return makeLeaf() }
    return Leaf()
  }
}

extension Later {
  static let computedLazily = Injection(strategy: .singleton, instance: ComputedLazily())
  static let namedCase = Injection(strategy: .singleton, instance: Phase.first)
  static let keyed = Injection(strategy: .singleton, instance: Keyed())
  static let waiting = Injection(strategy: .singleton, instance: Waiting())
  static let unchanged = Injection(strategy: .singleton, instance: Watched())
}

extension Never {
  static let explicitInitializer = Injection(strategy: .singleton, instance: ExplicitHeir())
  static let otherInitializer = Injection(strategy: .singleton, instance: Delegating(number: 1))
  static let comparedCase = Injection(strategy: .singleton, instance: phase == .first ? 1 : 2)
  static let patternOfCases = Injection<Int>(strategy: .singleton) {
    switch phase {
    case .first: return 1
    case .second, nil: return 2
    }
  }
  static let otherValue = Injection(strategy: .singleton, instance: DelegatingValue(Leaf()))
  static let notCompiled = Injection<Leaf>(strategy: .singleton) {
    #if swift(<6)
    return Leaves.leaf.resolve()
    #else
    return Leaf()
    #endif
  }
}
