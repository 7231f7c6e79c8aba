import Testing
import Vial

/// Families in override scopes: each key behaves as a separate injection (rule 20).
@MainActor struct InjectionFamilyScopeTests {
  let counter = InstanceCounter()

  private func makeFamily(_ strategy: InjectionStrategy) -> InjectionFamily<Int, CountedObject> {
    InjectionFamily(strategy: strategy) { [counter] in CountedObject(counter, "\($0)") }
  }

  @Test func inheritingScopeReusesKeysOutsideAndCachesItsOwn() {
    let family = makeFamily(.singleton)
    let outside = family.resolve(1)

    withOverrideScope {
      expect(family.resolve(1) === outside)
      expect(family.resolve(2) === family.resolve(2))
    }

    expect(family[2].current == nil)
    expectEqual(counter.alive, 1)
  }

  @Test func innerScopeReusesReplacementsCachedInTheOuterScope() {
    let family = makeFamily(.singleton)

    withOverrideScope {
      let outer = OverrideScope.current
      family.override(with: { CountedObject(counter, "mock \($0)") })
      withOverrideScope {
        expectEqual(family.resolve(1).name, "mock 1")
        let two = outer.run { family.resolve(2) }
        expectEqual(two.name, "mock 2")
        expect(family.resolve(2) === two)
      }
      expect(family[1].current == nil)
    }

    expectEqual(counter.alive, 0)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func newerFamilyOverrideTakesEffectAtTheNextResolve(kind: OverrideScope.Kind) {
    let family = makeFamily(.singleton)

    withOverrideScope(kind) {
      family.override(with: { [counter] in CountedObject(counter, "first \($0)") })
      let first = family.resolve(1)
      expect(family.resolve(1) === first)

      family.override(with: { [counter] in CountedObject(counter, "second \($0)") })
      expectEqual(family.resolve(1).name, "second 1")
      expectEqual(family.resolve(1).name, "second 1")

      family.rollbackOverride()
      expect(family.resolve(1) === first)
    }
  }

  @Test func isolatedScopeSeesNeitherOverridesNorInstancesOfTheFamily() {
    let family = makeFamily(.singleton)
    let outside = family.resolve(1)
    family.override(with: { CountedObject(counter, "global \($0)") })
    family[3].override(with: CountedObject(counter, "global key"))
    defer {
      family[3].rollbackOverride()
      family.rollbackOverride()
    }

    withOverrideScope(.isolated) {
      expectEqual(family.resolve(1).name, "1")
      expect(family.resolve(1) !== outside)
      expect(family.resolve(1) === family.resolve(1))
      expect(family[1].current === family.resolve(1))
      expect(family[2].current == nil)
      expectEqual(family.resolve(3).name, "3")
    }

    expectEqual(family.resolve(1).name, "global 1")
    expectEqual(family.resolve(3).name, "global key")
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func overridesOfTheFamilyAndItsKeysEndWithTheScope(kind: OverrideScope.Kind) {
    let family = makeFamily(.singleton)

    withOverrideScope(kind) {
      family[1].override(with: CountedObject(counter, "key"))
      family.override(with: { CountedObject(counter, "mock \($0)") })
      expectEqual(family.resolve(1).name, "key")
      expectEqual(family.resolve(2).name, "mock 2")
    }

    expectEqual(family.resolve(1).name, "1")
    expectEqual(family.resolve(2).name, "2")
    expect(!family.rollbackOverride())
  }

  @Test func familyOverrideOutsideCanBeRolledBackWhileAScopeIsOpen() {
    let family = makeFamily(.singleton)
    let outside = family.override(with: { CountedObject(counter, "outside \($0)") })

    withOverrideScope {
      let mine = family.resolve(1)
      expectEqual(mine.name, "outside 1")
      let inside = family.override(with: { CountedObject(counter, "inside \($0)") })
      expectEqual(family.resolve(1).name, "inside 1")
      inside.rollback()
      expect(family.resolve(1) === mine)
      outside.rollback()
      expectEqual(family.resolve(1).name, "1")
    }

    expect(family[1].current == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func keyOverrideOutsideTakesPrecedenceOverAFamilyOverrideInside() {
    let family = makeFamily(.singleton)
    family[1].override(with: CountedObject(counter, "key"))
    defer { family[1].rollbackOverride() }

    withOverrideScope {
      family.override(with: { CountedObject(counter, "mock \($0)") })
      expectEqual(family.resolve(1).name, "key")
      expectEqual(family.resolve(2).name, "mock 2")
    }
  }

  @Test func consumerOfAKeyBelongsToTheScopeInWhichItWasCreated() {
    let family = makeFamily(.singleton)

    let owner = withOverrideScope {
      family.override(with: { CountedObject(counter, "mock \($0)") })
      let owner = Owner(family[1])
      expectEqual(owner.value.name, "mock 1")
      return owner
    }

    expectEqual(owner.value.name, "mock 1")
    expectEqual(Owner(family[1]).value.name, "1")
  }

  @Test func clearingAFlowEvictsKeysAndTheirReplacements() {
    let flow = InjectionFlow("flow")
    let family = makeFamily(.flow(flow))
    let first = family.resolve(1)
    family.override(with: { CountedObject(counter, "mock \($0)") })
    let mock = family.resolve(1)

    flow.clear()

    expect(family.resolve(1) !== mock)
    family.rollbackOverride()
    expect(family.resolve(1) !== first)
  }

  @Test func endOfAScopeReleasesItsKeys() {
    let family = makeFamily(.singleton)

    withOverrideScope(.isolated) {
      for key in 0..<10 { _ = family.resolve(key) }
      expectEqual(counter.alive, 10)
    }

    expectEqual(counter.alive, 0)
  }

  @Test func clearInAScopeKeepsTheInstancesOfOtherFamiliesAndInjections() {
    let (family, other) = (makeFamily(.singleton), makeFamily(.singleton))
    let injection = Injection(strategy: .singleton, instance: CountedObject(InstanceCounter()))

    withOverrideScope(.isolated) {
      let (key, instance) = (other.resolve(1), injection.resolve())
      family.clear()
      expect(other.resolve(1) === key)
      expect(injection.resolve() === instance)
    }
  }

  @Test func clearInAnIsolatedScopeKeepsTheInstancesOutside() {
    let family = makeFamily(.singleton)
    let outside = family.resolve(1)

    withOverrideScope(.isolated) {
      let inside = family.resolve(1)
      family.clear()
      expect(family[1].current == nil)
      expect(family.resolve(1) !== inside)
    }

    expect(family.resolve(1) === outside)
  }
}
