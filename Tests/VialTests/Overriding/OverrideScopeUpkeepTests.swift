import Testing
import Vial

/// What a rollback, a withdrawal and time release in scopes that stay open (rules 16, 21 and 29).
@MainActor struct OverrideScopeUpkeepTests {
  let tally = Tally()
  private let publications = Publications()

  @Test(arguments: Shape.allCases, [1, 2, 5])
  func aMockOfOutsideIsReleasedInOpenScopesAtItsRollback(shape: Shape, depth: Int) {
    let injection = publications.publish(shape, .singleton) { Probe(tally) }
    let (token, scopes) = overridden(injection, depth)
    for scope in scopes { _ = scope.run { injection.resolve() } }
    #expect(tally.alive == 1)

    token.rollback()

    #expect(tally.alive == 0)
    #expect(scopes.last?.run { injection.resolve().name } == "live")
    for scope in scopes { scope.end() }
  }

  /// Overrides with a mock that the override's closure holds, and opens scopes in each other.
  private func overridden(
    _ injection: Injection<Probe>,
    _ depth: Int
  ) -> (token: Override, scopes: [OverrideScope]) {
    let mock = Probe(tally, "mock")
    var scopes = [OverrideScope()]
    while scopes.count < depth { scopes.append(scopes[scopes.count - 1].run { OverrideScope() }) }
    return (injection.override(with: mock), scopes)
  }

  @Test func whatWasBuiltFromAMockOfOutsideIsReleasedInOpenScopesToo() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let other = Injection(strategy: .singleton, instance: Probe(tally, "other"))
    let whole = Injection(
      strategy: .singleton,
      instance: Probe(tally, "whole", parts: [part.resolve()])
    )
    let family = InjectionFamily<Int, Probe>(strategy: .singleton) { [tally] in
      Probe(tally, "\($0)")
    }
    let tokens = [
      part.override(with: { Probe(tally, "mock", parts: [$0.resolve()]) }),
      other.override(with: whole),
      family.override(with: { [tally] in Probe(tally, "mock \($0)") }),
    ]

    withOverrideScope {
      #expect(other.resolve() === whole.resolve())
      #expect(family.resolve(1).name == "mock 1")
      #expect(tally.alive == 4)
      for token in tokens { token.rollback() }
      #expect(tally.alive == 0)
      #expect((whole.resolve().parts.first as? Probe)?.name == "part")
      #expect(other.resolve().name == "other")
    }
  }

  @Test(arguments: [InjectionStrategy.shared, .onDemand], 0...6)
  func keysThatNobodyUsesAreFewHoweverDeepTheScope(strategy: InjectionStrategy, depth: Int) {
    let lives = Tally()
    let family = InjectionFamily<CountedKey, Probe>(strategy: strategy) { [tally] in
      Probe(tally, "\($0.number)")
    }
    var most = 0
    /// Asks for many keys in each of the scopes around, and for as many in the innermost.
    func flood(levels: Int) {
      for number in 0..<300 {
        _ = family.resolve(CountedKey(1_000 * levels + number, lives))
        most = max(most, lives.alive)
      }
      if levels > 0 { withOverrideScope(.isolated) { flood(levels: levels - 1) } }
    }

    flood(levels: depth)

    #expect(tally.alive == 0)
    #expect(most <= 64 + 32 * depth)
  }

  @Test func theActiveOverridesOfAllPlacesAreListedOldestFirst() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.isolated) {
      let outer = OverrideScope.current
      injection.override(with: "a", fileID: "App/A.swift", line: 1)
      withOverrideScope {
        injection.override(with: "b", fileID: "App/A.swift", line: 2)
        outer?.run { _ = injection.override(with: "c", fileID: "App/A.swift", line: 3) }
        injection.override(with: "d", fileID: "App/A.swift", line: 4)
        outer?.run { _ = injection.override(with: "e", fileID: "App/A.swift", line: 5) }
        #expect(Overrides.active.map(\.callSite.line) == [1, 2, 3, 4, 5])
      }
      #expect(Overrides.active.map(\.callSite.line) == [1, 3, 5])
    }
  }
}

/// A key that counts how many of it are alive.
private struct CountedKey: Hashable {
  let number: Int
  private let life: Probe

  init(_ number: Int, _ lives: Tally) {
    self.number = number
    life = Probe(lives)
  }

  static func == (lhs: CountedKey, rhs: CountedKey) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// What dies while a scope drops what nobody uses may come back (rules 3 and 21).
@MainActor struct OverrideScopeReentrantUpkeepTests {
  let tally = Tally()

  @Test func whatDiesMayResolveWhatIsAboutToBeBuilt() {
    let late = Injection(strategy: .singleton, instance: Probe(tally))

    withOverrideScope(.isolated) {
      // Each is used once and let go of, so that its slot is the last to hold it and what it captured.
      for _ in 0..<40 {
        let farewell = Farewell { _ = late.resolve() }
        let used = Injection<Int>(strategy: .onDemand) { withExtendedLifetime(farewell) { 1 } }
        _ = used.resolve()
      }
      let built = late.resolve()
      #expect(late.resolve() === built)
      #expect(tally.built == 1)
    }
  }

  /// One of the numbers is that at which the next one makes room; what dies then may make
  /// room itself.
  @Test(arguments: 1...40, [0, 20])
  func whatDiesForTheRoomOfAnInstanceMayResolveIt(count: Int, others: Int) {
    let late = Injection(strategy: .singleton, instance: Probe(tally))
    let others = (0..<others).map { Injection(strategy: .onDemand, instance: $0) }

    withOverrideScope(.isolated) {
      for _ in 0..<count {
        let farewell = Farewell {
          if others.isEmpty { _ = late.resolve() }
          for other in others { _ = other.resolve() }
        }
        let used = Injection<Int>(strategy: .onDemand) { withExtendedLifetime(farewell) { 1 } }
        _ = used.resolve()
      }
      let built = late.resolve()
      #expect(late.resolve() === built)
      #expect(tally.built == 1)
    }
  }

  /// A check is asked at a resolve of its injection, not when its scope makes room for others (rule 6).
  @Test func checksAreNotAskedInPassing() {
    let asked = Box(0)
    let strategy = InjectionStrategy.cached {
      {
        asked.content += 1
        return true
      }
    }
    let checked = (0..<40).map { Injection(strategy: strategy, instance: $0) }
    let others = InjectionFamily<Int, Int>(strategy: .shared) { $0 }

    withOverrideScope(.isolated) {
      for injection in checked { _ = injection.resolve() }
      for key in 0..<1_000 { _ = others.resolve(key) }
      #expect(asked.content == 0)
      #expect(checked.map { $0.resolve() } == Array(0..<40))
      #expect(asked.content == 40)
    }
  }

  /// Resolves many others, so that the scope makes room.
  private func makeRoom(_ strategy: InjectionStrategy = .onDemand, _ count: Int = 60) -> [Probe] {
    (0..<count).map { number in
      Injection(strategy: strategy, instance: Probe(Tally(), "\(number)")).resolve()
    }
  }

  @Test func whatMakesRoomWhileItIsBuiltIsKept() {
    let whole = Injection(strategy: .singleton) {
      Probe(tally, parts: [makeRoom()])
    }

    withOverrideScope(.isolated) {
      _ = makeRoom()
      let built = whole.resolve()
      #expect(whole.resolve() === built)
      #expect(tally.built == 1)
    }
  }

  @Test func aCheckThatIsAskedMayMakeRoom() {
    let asked = Box(0)
    let strategy = InjectionStrategy.cached {
      {
        asked.content += 1
        return makeRoom().count == 60
      }
    }
    let checked = Injection(strategy: strategy, instance: Probe(tally))

    withOverrideScope(.isolated) {
      _ = makeRoom()
      let built = checked.resolve()
      #expect(asked.content == 0)
      #expect(checked.resolve() === built)
      #expect(asked.content == 1)
    }
  }

  @Test func theCheckOfAnOverrideIsNotAskedToMakeRoom() {
    let asked = Box(0)
    let strategy = InjectionStrategy.cached {
      {
        asked.content += 1
        return true
      }
    }
    let injection = Injection(strategy: .singleton, instance: Probe(tally))

    withOverrideScope(.isolated) {
      _ = makeRoom()
      injection.override(with: Probe(tally), strategy: strategy)
      let mock = injection.resolve()
      _ = makeRoom()
      #expect(asked.content == 0)
      #expect(injection.resolve() === mock)
      #expect(asked.content == 1)
    }
  }

  /// What was dropped leaves its memory to what is kept next, which an injection must not take for its
  /// own instance.
  @Test func whatWasClearedAndDroppedIsBuiltAnew() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally, "cleared"))

    withOverrideScope(.isolated) {
      _ = makeRoom()
      #expect(injection.resolve().name == "cleared")
      #expect(injection.resolve().name == "cleared")
      injection.clear()
      let others = makeRoom(.singleton, 300)

      #expect(injection.resolve().name == "cleared")
      #expect(tally.built == 2)
      #expect(others.count == 300)
    }
  }

  @Test(arguments: 1...20)
  func whatDiesAtTheEndOfAScopeMayResolve(overrides: Int) {
    let scope = OverrideScope(.isolated)
    let overridden = (0..<overrides).map { _ in
      Injection<Any>(strategy: .singleton, instance: "live")
    }
    scope.run {
      for injection in overridden {
        let fresh = Injection(strategy: .onDemand, instance: 1)
        injection.override(with: [Farewell { _ = fresh.resolve() }, Probe(tally)] as [Any])
        _ = injection.resolve()
      }
    }
    #expect(tally.alive == overrides)

    // What dies then resolves in the scope.
    scope.run { scope.end() }

    #expect(tally.alive == 0)
    for injection in overridden { #expect(scope.run { injection.isOverridden }) }
  }

  @Test func whatDiesMayOverrideWhatIsAboutToBeOverridden() {
    withOverrideScope(.isolated) {
      for _ in 0..<40 {
        let target = Injection(strategy: .singleton, instance: "live")
        let farewell = Farewell { target.override(with: "last words") }
        let used = Injection<Int>(strategy: .onDemand) { withExtendedLifetime(farewell) { 1 } }
        _ = used.resolve()
        target.override(with: "mock")
        #expect(target.overrideCount >= 1)
        #expect(target.resolve() != "live")
        target.rollbackAllOverrides()
        #expect(target.resolve() == "live")
      }
    }
  }
}
