import Testing
import Vial

/// A rollback or a withdrawal outside releases the instances of open scopes (rules 16 and 29).
@MainActor struct OverrideScopeEvictionTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  @Test(arguments: Shape.allCases, [1, 2, 5])
  func aMockOfOutsideIsReleasedInOpenScopesAtItsRollback(shape: Shape, depth: Int) {
    let injection = publications.publish(shape, .singleton) { CountedObject(counter) }
    let (token, scopes) = overridden(injection, depth)
    for scope in scopes { _ = scope.run { injection.resolve() } }
    #expect(counter.alive == 1)

    token.rollback()

    #expect(counter.alive == 0)
    #expect(scopes.last?.run { injection.resolve().name } == "live")
    for scope in scopes { scope.end() }
  }

  /// Overrides with a mock that the override's closure holds, and opens scopes in each other.
  private func overridden(
    _ injection: Injection<CountedObject>,
    _ depth: Int
  ) -> (token: Override, scopes: [OverrideScope]) {
    let mock = CountedObject(counter, "mock")
    var scopes = [OverrideScope()]
    while scopes.count < depth { scopes.append(scopes[scopes.count - 1].run { OverrideScope() }) }
    return (injection.override(with: mock), scopes)
  }

  @Test func aRollbackOutsideReleasesInstancesOfOpenScopesThatCapturedTheReplacement() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let tokens = [
      part.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) }),
      other.override(with: whole),
      family.override(with: { [counter] in CountedObject(counter, "mock \($0)") }),
    ]

    withOverrideScope {
      #expect(other.resolve() === whole.resolve())
      #expect(family.resolve(1).name == "mock 1")
      #expect(counter.alive == 4)
      for token in tokens { token.rollback() }
      #expect(counter.alive == 0)
      #expect((whole.resolve().parts.first as? CountedObject)?.name == "part")
      #expect(other.resolve().name == "other")
    }
  }

  @Test(arguments: [InjectionStrategy.shared, .onDemand], 0...6)
  func keysThatNobodyUsesAreFewHoweverDeepTheScope(strategy: InjectionStrategy, depth: Int) {
    let lives = InstanceCounter()
    let family = InjectionFamily<CountedKey, CountedObject>(strategy: strategy) { [counter] in
      CountedObject(counter, "\($0.number)")
    }
    var most = 0
    /// Resolves many keys in each of several nested scopes.
    func flood(levels: Int) {
      for number in 0..<300 {
        _ = family.resolve(CountedKey(1_000 * levels + number, lives))
        most = max(most, lives.alive)
      }
      if levels > 0 { withOverrideScope(.isolated) { flood(levels: levels - 1) } }
    }

    flood(levels: depth)

    #expect(counter.alive == 0)
    #expect(most <= 64 + 32 * depth)
  }

  @Test func theActiveOverridesOfAllPlacesAreListedOldestFirst() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.isolated) {
      let outer = OverrideScope.current
      injection.override(with: "a", fileID: "App/A.swift", line: 1)
      withOverrideScope {
        injection.override(with: "b", fileID: "App/A.swift", line: 2)
        outer.run { _ = injection.override(with: "c", fileID: "App/A.swift", line: 3) }
        injection.override(with: "d", fileID: "App/A.swift", line: 4)
        outer.run { _ = injection.override(with: "e", fileID: "App/A.swift", line: 5) }
        #expect(Overrides.active.map(\.callSite.line) == [1, 2, 3, 4, 5])
      }
      #expect(Overrides.active.map(\.callSite.line) == [1, 3, 5])
    }
  }
}

/// A key that counts how many of it are alive.
private struct CountedKey: Hashable {
  let number: Int
  private let life: CountedObject

  init(_ number: Int, _ lives: InstanceCounter) {
    self.number = number
    life = CountedObject(lives)
  }

  static func == (lhs: CountedKey, rhs: CountedKey) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
