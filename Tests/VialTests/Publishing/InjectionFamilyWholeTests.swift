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

}
