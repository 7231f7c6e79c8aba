import Testing
import Vial

/// What is remembered is looked through only when it has grown by half (rule 29).
///
/// The looks are counted, at two sizes: for each operation there are a few, however many are alive.
/// Walks along lists and copies are no looks; the benchmarks under “Growth” count those in instructions.
/// No test here suspends, so nobody else is looked through meanwhile.
@MainActor @Suite(.serialized) struct UpkeepGrowthTests {
  nonisolated static let sizes = [1_000, 8_000]

  /// How many looks `operations` take for each of so many.
  private func looks(_ count: Int, _ operations: () -> Void) -> Double {
    let before = Upkeep.steps
    operations()
    return Double(Upkeep.steps - before) / Double(count)
  }

  private func injections(_ count: Int, _ strategy: InjectionStrategy) -> [Injection<Int>] {
    (0..<count).map { Injection(strategy: strategy, instance: $0) }
  }

  /// A look goes through all and adds a third of them at least, so there are three for each; two more
  /// for what the lists of the process had before.
  private let most = 5.0

  // MARK: Overrides

  @Test(arguments: sizes, RollbackOrder.allCases)
  func overridesOfOneInjection(count: Int, order: RollbackOrder) {
    let injection = Injection(strategy: .singleton, instance: -1)
    func run() {
      let tokens = (0..<count).map { number in
        let token = injection.override(with: number)
        _ = injection.resolve()
        return token
      }
      for token in order.arranged(tokens) { token.rollback() }
    }

    // Twice, for overrides and for the caches that were filled under them.
    #expect(looks(count, run) <= 2 * most)
    #expect(looks(count) { withOverrideScope(.isolated, run) } <= 2 * most)
    #expect(injection.resolve() == -1)
  }

  @Test(arguments: sizes, RollbackOrder.allCases)
  func overridesOfManyInjections(count: Int, order: RollbackOrder) {
    let injections = injections(count, .singleton)
    func run() {
      let tokens = injections.map { $0.override(with: -1) }
      for token in order.arranged(tokens) { token.rollback() }
    }

    #expect(looks(count, run) <= most)
    #expect(looks(count) { withOverrideScope(.isolated, run) } <= 2 * most)
    #expect(injections.allSatisfy { !$0.isOverridden })
  }

  @Test(arguments: sizes, RollbackOrder.allCases)
  func anOverrideIsFoundInAFewSteps(count: Int, order: RollbackOrder) {
    let injection = Injection(strategy: .singleton, instance: -1)

    withOverrideScope(.isolated) {
      let tokens = (0..<count).map { injection.override(with: $0) }
      let before = Upkeep.searched
      for token in order.arranged(tokens) { token.rollback() }
      // Twice the logarithm, which is 13, and a few.
      #expect((Upkeep.searched - before) / count <= 30)
      #expect(injection.resolve() == -1)
    }
  }

  @Test(arguments: sizes) func overridesOnTopOfMany(count: Int) {
    let injection = Injection(strategy: .singleton, instance: -1)
    let checkpoint = Overrides.checkpoint()
    defer { Overrides.rollback(to: checkpoint) }
    for number in 0..<count { injection.override(with: number) }

    let looks = looks(count) {
      for number in 0..<count {
        injection.override(with: number)
        _ = injection.resolve()
        injection.rollbackOverride()
      }
    }

    #expect(looks <= 0.1)
  }

  @Test(arguments: sizes) func injectionsThatGoAwayOverridden(count: Int) {
    let injection = Injection(strategy: .singleton, instance: -1)
    injection.override(with: 0)
    defer { injection.rollbackOverride() }

    let looks = looks(count) {
      for number in 0..<count {
        Injection(strategy: .singleton, instance: 0).override(with: number)
        // It lies above the one that went, which so stays in the list for a while.
        injection.override(with: number)
      }
      injection.rollbackAllOverrides()
      injection.override(with: 0)
    }

    #expect(looks <= 2 * most)
  }

  // MARK: Caches

  @Test(arguments: sizes, [InjectionStrategy.shared, .singleton])
  func instancesUnderAnOverride(count: Int, strategy: InjectionStrategy) {
    let injection = Injection(strategy: .singleton, instance: -1)
    let tally = Tally()
    let others = (0..<count).map { _ in Injection(strategy: strategy, instance: Probe(tally)) }

    let looks = looks(count) {
      injection.override(with: 0)
      let held = others.map { $0.resolve() }
      injection.rollbackOverride()
      #expect(held.count == count)
    }

    #expect(looks <= most)
    #expect(tally.alive == 0)
  }

  @Test(arguments: sizes) func aFlowWithMuchInIt(count: Int) {
    let flow = InjectionScope("flow")
    let injections = injections(count, .scoped(flow))

    let looks = looks(count) {
      for injection in injections { _ = injection.resolve() }
      // Scopes that come and go leave logs for it to drop.
      for injection in injections {
        withOverrideScope(.isolated) { _ = injection.resolve() }
      }
      flow.clear()
    }

    #expect(looks <= 2 * most)
    #expect(injections.allSatisfy { $0.current == nil })
  }

  @Test(arguments: sizes) func aFlowInScopesThatStayOpen(count: Int) {
    let flow = InjectionScope("flow")
    let injection = Injection(strategy: .scoped(flow), instance: 0)
    let scopes = (0..<count).map { _ in OverrideScope(.isolated) }

    let looks = looks(count) { for scope in scopes { scope.run { _ = injection.resolve() } } }

    // Each scope has a log, and each log an entry.
    #expect(looks <= 2 * most)
    for scope in scopes { scope.end() }
  }

  @Test(arguments: sizes) func aFlowWithMuchThatIsGone(count: Int) {
    let flow = InjectionScope("flow")
    let injections = injections(count, .scoped(flow))
    for injection in injections { _ = injection.resolve() }
    for injection in injections.dropLast() { injection.clear() }

    let looks = looks(count) {
      for _ in 0..<count { withOverrideScope(.isolated) { _ = injections[0].resolve() } }
    }

    #expect(looks <= 2 * most)
    flow.clear()
  }

  // MARK: Scopes and keys

  @Test(arguments: sizes) func injectionsThatAreAliveInAScope(count: Int) {
    let injections = injections(count, .singleton)

    let looks = looks(count) {
      withOverrideScope(.isolated) { for injection in injections { _ = injection.resolve() } }
    }

    #expect(looks <= most)
  }

  @Test(arguments: sizes) func overridesOutsideThatAScopeHasResolved(count: Int) {
    let injection = Injection(strategy: .singleton, instance: -1)
    let scope = OverrideScope()

    let looks = looks(count) {
      for number in 0..<count {
        injection.override(with: number)
        _ = scope.run { injection.resolve() }
      }
      injection.rollbackAllOverrides()
    }

    // For overrides, for the caches under them, and for the scope's instances.
    #expect(looks <= 4 * most)
    scope.end()
  }

  @Test(arguments: sizes, [InjectionStrategy.shared, .singleton])
  func aStreamOfKeys(count: Int, strategy: InjectionStrategy) {
    let family = InjectionFamily<Int, Int>(strategy: strategy) { $0 }

    let looks = looks(count) { for key in 0..<count { _ = family.resolve(key) } }

    #expect(looks <= most)
  }

  // MARK: Forwards

  @Test(arguments: sizes, RollbackOrder.allCases)
  func overridesWithOthers(count: Int, order: RollbackOrder) {
    let (injections, others) = (injections(count, .singleton), injections(count, .singleton))

    let looks = looks(count) {
      let tokens = (0..<count).map { injections[$0].override(with: others[$0]) }
      for token in order.arranged(tokens) { token.rollback() }
    }

    // For overrides, and for the edges that they are.
    #expect(looks <= 2 * most)
  }

  // MARK: What users can count

  /// Whoever looks through keys or a scope asks the checks of what expires.
  @Test(arguments: sizes) func checksAreAskedFewTimes(count: Int) {
    let asked = Box(0)
    let strategy = InjectionStrategy.cached {
      {
        asked.content += 1
        return true
      }
    }
    let family = InjectionFamily<Int, Int>(strategy: strategy) { $0 }
    let injections = injections(count, strategy)

    for key in 0..<count { _ = family.resolve(key) }
    #expect(asked.content <= 4 * count)
    asked.content = 0
    withOverrideScope(.isolated) { for injection in injections { _ = injection.resolve() } }
    #expect(asked.content <= 4 * count)
  }

  /// A key is compared and hashed by whoever looks it up, and when the table grows.
  @Test(arguments: sizes) func keysAreHashedFewTimes(count: Int) {
    let hashes = Box(0)
    let family = InjectionFamily<HashedKey, Int>(strategy: .singleton) { $0.number }
    let keys = (0..<count).map { HashedKey(number: $0, hashes: hashes) }

    for key in keys { _ = family.resolve(key) }
    #expect(hashes.content <= 30 * count)
    hashes.content = 0
    for key in keys {
      family[key].override(with: -1)
      _ = family.resolve(key)
      family[key].rollbackOverride()
    }
    #expect(hashes.content <= 12 * count)
  }

  /// An instance is released once, and what is not to be released is not.
  @Test(arguments: sizes) func clearingOneOfManyReleasesOne(count: Int) {
    let tally = Tally()
    let injections = (0..<count).map { _ in
      Injection(strategy: .singleton, instance: Probe(tally))
    }
    for injection in injections { _ = injection.resolve() }

    let looks = looks(count) {
      for (index, injection) in injections.enumerated() {
        injection.clear()
        if tally.alive != count - index - 1 { Issue.record("\(tally.alive) are alive") }
      }
    }

    #expect(looks == 0)
    #expect(tally.built == count)
  }
}

/// A key that counts how often it is hashed or compared.
private struct HashedKey: Hashable {
  let number: Int
  let hashes: Box<Int>

  static func == (lhs: HashedKey, rhs: HashedKey) -> Bool {
    lhs.hashes.content += 1
    return lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) {
    hashes.content += 1
    hasher.combine(number)
  }
}
