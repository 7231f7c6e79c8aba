import Testing
import Vial

/// Operations on all keys of a family (rules 7, 12, 13, 15 and 18).
@MainActor struct InjectionFamilyWholeTests {
  let counter = InstanceCounter()

  private func makeFamily(
    _ strategy: InjectionStrategy = .singleton,
    _ name: String = ""
  ) -> InjectionFamily<Int, CountedObject> {
    InjectionFamily(strategy: strategy) { [counter] in CountedObject(counter, "\(name)\($0)") }
  }

  // MARK: Overrides that use the original

  @Test(arguments: Strategies.retaining)
  func originalOfAFamilyOverrideIsTheInstanceOfTheKey(strategy: InjectionStrategy) {
    let family = makeFamily(strategy)
    let live = family.resolve(1)

    let token = family.override(with: { [counter] key, original in
      let inner = original.resolve()
      return CountedObject(counter, "\(key) around \(inner.name)", parts: [inner])
    })

    #expect(family.resolve(1).name == "1 around 1")
    #expect(family.resolve(1).parts.first as? CountedObject === live)
    #expect(family.resolve(2).name == "2 around 2")
    #expect(family.resolve(1) === family.resolve(1))
    #expect(token.rollback())
    #expect(family.resolve(1) === live)
  }

  @Test func unusedOriginalOfAFamilyOverrideIsNotBuilt() {
    let family = makeFamily()
    family.override(with: { [counter] key, _ in CountedObject(counter, "mock \(key)") })
    defer { family.rollbackOverride() }

    #expect(family.resolve(1).name == "mock 1")

    #expect(counter.built == 1)
  }

  @Test func decoratingFamilyOverrideCanHaveItsOwnStrategy() {
    let family = makeFamily()
    let token = family.override(
      with: { [counter] _, original in CountedObject(counter, "mock", parts: [original.resolve()])
      },
      strategy: .onDemand
    )
    defer { token.rollback() }

    let (first, second) = (family.resolve(1), family.resolve(1))

    #expect(first !== second)
    #expect(first.parts.first as? CountedObject === second.parts.first as? CountedObject)
  }

  @Test func originalOfAFamilyOverrideIsTheInstanceVisibleInItsScope() throws {
    let family = makeFamily()
    let live = family.resolve(1)
    func decorate() {
      family.override(with: { [counter] _, original in
        CountedObject(counter, "mock", parts: [original.resolve()])
      })
    }

    withOverrideScope {
      decorate()
      #expect(family.resolve(1).parts.first as? CountedObject === live)
    }
    try withOverrideScope(.isolated) {
      decorate()
      let part = try #require(family.resolve(1).parts.first as? CountedObject)
      #expect(part !== live)
    }
  }

  // MARK: Inspecting, rolling back and clearing

  @Test func overridesOfAFamilyAreCounted() {
    let family = makeFamily()
    #expect(!family.isOverridden)
    withOverrideScope(.isolated) {
      family.override(with: { [counter] in CountedObject(counter, "outer \($0)") })
      family[1].override(with: CountedObject(counter, "key"))
      #expect(family.isOverridden)
      #expect(family.overrideCount == 1)
      withOverrideScope {
        family.override(with: { [counter] in CountedObject(counter, "inner \($0)") })
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

  @Test func rollbackOfAllFamilyOverridesKeepsKeyOverrides() {
    let family = makeFamily()
    withOverrideScope(.isolated) {
      for number in 0..<3 {
        family.override(with: { [counter] _ in CountedObject(counter, "\(number)!") })
      }
      family[1].override(with: CountedObject(counter, "key"))

      family.rollbackAllOverrides()

      #expect([family.resolve(1).name, family.resolve(2).name] == ["key", "2"])
      #expect(!family.rollbackOverride())
    }
  }

  @Test func clearInAnIsolatedScopeKeepsTheInstancesOutside() {
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
