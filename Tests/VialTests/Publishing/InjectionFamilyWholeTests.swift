import Testing
import Vial

/// A family as a whole has what an injection has (rules 7, 12 to 15 and 19).
@MainActor struct InjectionFamilyWholeTests {
  let tally = Tally()

  private func makeFamily(
    _ strategy: InjectionStrategy = .singleton,
    _ name: String = ""
  ) -> InjectionFamily<Int, Probe> {
    InjectionFamily(strategy: strategy) { [tally] in Probe(tally, "\(name)\($0)") }
  }

  // MARK: Overrides that use the original

  @Test(arguments: Strategies.keeping)
  func theOriginalIsWhatIsBelowForThatKey(strategy: InjectionStrategy) {
    let family = makeFamily(strategy)
    let live = family.resolve(1)

    let token = family.override(with: { [tally] key, original in
      let inner = original.resolve()
      return Probe(tally, "\(key) around \(inner.name)", parts: [inner])
    })

    #expect(family.resolve(1).name == "1 around 1")
    #expect(family.resolve(1).parts.first as? Probe === live)
    #expect(family.resolve(2).name == "2 around 2")
    #expect(family.resolve(1) === family.resolve(1))
    #expect(token.rollback())
    #expect(family.resolve(1) === live)
  }

  @Test func anOriginalThatIsNotUsedIsNotBuilt() {
    let family = makeFamily()
    family.override(with: { [tally] key, _ in Probe(tally, "mock \(key)") })
    defer { family.rollbackOverride() }

    #expect(family.resolve(1).name == "mock 1")

    #expect(tally.built == 1)
  }

  @Test func overridesThatUseTheOriginalStackUp() {
    let family = makeFamily().publish(0) { [tally] in Probe(tally, "zero") }
    withOverrideScope(.isolated) {
      family.override(with: { [tally] _, original in
        Probe(tally, "a(\(original.resolve().name))")
      })
      family.override(with: { [tally] _, original in
        Probe(tally, "b(\(original.resolve().name))")
      })
      family[1].override(with: { [tally] original in
        Probe(tally, "key(\(original.resolve().name))")
      })
      #expect(
        [0, 1, 2].map { family.resolve($0).name } == ["b(a(zero))", "key(b(a(1)))", "b(a(2))"]
      )
      #expect(family.rollbackOverride())
      #expect([0, 1, 2].map { family.resolve($0).name } == ["a(zero)", "key(a(1))", "a(2)"])
    }
  }

  @Test func anOverrideThatUsesTheOriginalMayNameALifetime() {
    let family = makeFamily()
    let token = family.override(
      with: { [tally] _, original in Probe(tally, "mock", parts: [original.resolve()]) },
      strategy: .onDemand
    )
    defer { token.rollback() }

    let (first, second) = (family.resolve(1), family.resolve(1))

    #expect(first !== second)
    #expect(first.parts.first as? Probe === second.parts.first as? Probe)
  }

  @Test func inAScopeTheOriginalIsWhatTheScopeStandsOn() throws {
    let family = makeFamily()
    let live = family.resolve(1)
    func decorate() {
      family.override(with: { [tally] _, original in
        Probe(tally, "mock", parts: [original.resolve()])
      })
    }

    withOverrideScope {
      decorate()
      #expect(family.resolve(1).parts.first as? Probe === live)
    }
    try withOverrideScope(.isolated) {
      decorate()
      let part = try #require(family.resolve(1).parts.first as? Probe)
      #expect(part !== live)
    }
  }

  // MARK: Another family provides

  @Test func anotherFamilyIsUsedLive() {
    let family = makeFamily()
    let other = makeFamily(.singleton, "other ")
    let live = family.resolve(1)
    let token = family.override(with: other)

    #expect(family.resolve(1) === other.resolve(1))
    #expect(family.resolve(2) === family.resolve(2))
    let mocks = other.override(with: { [tally] in Probe(tally, "mock \($0)") })
    #expect(family.resolve(1).name == "mock 1")
    mocks.rollback()
    let key = other[1].override(with: Probe(tally, "key"))
    #expect([family.resolve(1).name, family.resolve(2).name] == ["key", "other 2"])
    key.rollback()

    #expect(token.rollback())
    #expect(family.resolve(1) === live)
  }

  @Test func theOtherFamilysLifetimesCount() {
    let family = makeFamily()
    let other = makeFamily(.onDemand)
    let token = family.override(with: other)
    defer { token.rollback() }

    #expect(family.resolve(1) !== family.resolve(1))
    #expect(family[1].current == nil)
  }

  @Test func anotherFamilyProvidesInAScope() {
    let family = makeFamily()
    let other = makeFamily(.singleton, "other ")

    withOverrideScope(.isolated) {
      family.override(with: other)
      other[1].override(with: Probe(tally, "mock"))
      #expect([family.resolve(1).name, family.resolve(2).name] == ["mock", "other 2"])
    }

    #expect(family.resolve(1).name == "1")
    #expect(other[1].current == nil)
  }

  // MARK: Looking and rolling back

  @Test func aFamilyTellsOfItsOverrides() {
    let family = makeFamily()
    #expect(!family.isOverridden)
    withOverrideScope(.isolated) {
      family.override(with: { [tally] in Probe(tally, "outer \($0)") })
      family[1].override(with: Probe(tally, "key"))
      #expect(family.isOverridden)
      #expect(family.overrideCount == 1)
      withOverrideScope {
        family.override(with: { [tally] in Probe(tally, "inner \($0)") })
        #expect(family.overrideCount == 2)
        family.rollbackAllOverrides()
        #expect(family.overrideCount == 1)
      }
      withOverrideScope(.isolated) { #expect(!family.isOverridden) }
      #expect(family.rollbackOverride())
      #expect(!family.isOverridden)
      #expect(family.overrideCount == 0)
      #expect(family.resolve(1).name == "key")
    }
  }

  @Test func rollingBackAllLeavesTheOverridesOfSingleKeys() {
    let family = makeFamily()
    withOverrideScope(.isolated) {
      for number in 0..<3 { family.override(with: { [tally] _ in Probe(tally, "\(number)!") }) }
      family[1].override(with: Probe(tally, "key"))

      family.rollbackAllOverrides()

      #expect([family.resolve(1).name, family.resolve(2).name] == ["key", "2"])
      #expect(!family.rollbackOverride())
    }
  }

  @Test func aKeyUnderItsFamilysOverrideIsOverridden() {
    let family = makeFamily().publish(0) { [tally] in Probe(tally, "zero") }
    withOverrideScope(.isolated) {
      #expect(!family[1].isOverridden)
      family.override(
        with: { [tally] in Probe(tally, "mock \($0)") },
        fileID: "Tests/Mocks.swift",
        line: 9
      )
      for key in 0...1 {
        #expect(family[key].isOverridden)
        #expect(family[key].overrideCount == 1)
        #expect(family[key].debugDescription.contains("Tests/Mocks.swift:9"))
        #expect(!family[key].rollbackOverride())
      }
      withOverrideScope { #expect(family[1].isOverridden) }
      withOverrideScope(.isolated) { #expect(!family[1].isOverridden) }
      family.rollbackOverride()
      #expect(!family[1].isOverridden)
      #expect(family[1].overrideCount == 0)
    }
  }

  @Test(arguments: Strategies.keeping)
  func clearingAFamilyLetsGoOfEveryKeyInEveryLayer(strategy: InjectionStrategy) {
    let family = makeFamily(strategy).publish(0) { [tally] in Probe(tally, "zero") }
    let owner = Owner(family[1])
    let held = owner.value
    for key in 0..<5 { _ = family.resolve(key) }
    let token = family.override(with: { [tally] in Probe(tally, "mock \($0)") })
    defer { token.rollback() }
    for key in 0..<5 { _ = family.resolve(key) }
    #expect(tally.alive == 10)

    family.clear()

    #expect(tally.alive == 1)
    #expect(owner.value === held)
    #expect(family[2].current == nil)
    #expect(family.resolve(1).name == "mock 1")
    token.rollback()
    #expect(family.resolve(1) !== held)
  }

  @Test func clearingAFamilyInAnIsolatedScopeLeavesTheOutside() {
    let family = makeFamily()
    let outside = family.resolve(1)

    withOverrideScope(.isolated) {
      let inside = family.resolve(1)
      family.clear()
      #expect(family[1].current == nil)
      #expect(family.resolve(1) !== inside)
    }

    #expect(family.resolve(1) === outside)
  }

  @Test func clearingAFamilyLeavesTheKeysOfOneThatAContextWasAddedTo() {
    let family = makeFamily()
    let contextual = family.when(InjectionContext("never") { false }) { [tally] _ in Probe(tally) }

    for kind in [OverrideScope.Kind.inheriting, .isolated] {
      withOverrideScope(kind) {
        let (own, other) = (family.resolve(1), contextual.resolve(1))
        family.clear()
        #expect(family[1].current !== own)
        #expect(contextual.resolve(1) === other)
      }
    }
  }
}
