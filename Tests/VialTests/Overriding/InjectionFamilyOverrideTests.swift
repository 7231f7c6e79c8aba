import Testing
import Vial

/// Overrides of families and of single keys, which can be rolled back in any order (rule 7).
@MainActor struct InjectionFamilyOverrideTests {
  let counter = InstanceCounter()

  private func makeFamily(_ strategy: InjectionStrategy) -> InjectionFamily<Int, CountedObject> {
    InjectionFamily(strategy: strategy) { [counter] in CountedObject(counter, "\($0)") }
  }

  private func part(_ object: CountedObject) -> CountedObject? { object.parts.first as? CountedObject }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func overridesOfAKeyAndItsFamilyCanBeRolledBackInAnyOrder(order: [Int]) {
    let family = makeFamily(.singleton)
    let live = family.resolve(1)
    let tokens = [
      family[1].override(with: CountedObject(counter, "old key")),
      family.override(with: { CountedObject(counter, "family \($0)") }),
      family[1].override(with: CountedObject(counter, "new key")),
    ]
    let names = ["old key", "family 1", "new key"]
    var active: Set = [0, 1, 2]

    for index in order {
      expect(tokens[index].rollback())
      active.remove(index)
      let winner = [2, 0, 1].first(where: active.contains)
      expectEqual(family.resolve(1).name, winner.map { names[$0] } ?? "1")
      expect(family.resolve(1) === family.resolve(1))
      expect(family.resolve(2).name == (active.contains(1) ? "family 2" : "2"))
    }
    expect(family.resolve(1) === live)
    expect(!tokens.contains { $0.rollback() })
    expect(!family.rollbackOverride())
  }

  @Test func originalOfAKeyOverrideIsTheInstanceOfTheFamilyOverride() {
    let family = makeFamily(.singleton)
    let live = family.resolve(1)
    let mocks = family.override(with: { CountedObject(counter, "mock \($0)") })
    let mock = family.resolve(1)
    family[1].override(with: { CountedObject(counter, "around", parts: [$0.resolve()]) }, strategy: .onDemand)

    expect(part(family.resolve(1)) === mock)
    expectEqual(family.resolve(2).name, "mock 2")
    mocks.rollback()
    expect(part(family.resolve(1)) === live)

    family[3].override(with: family[2])
    expect(family.resolve(3) === family.resolve(2))
  }

  @Test func overrideOfADeallocatedFamilyCanBeRolledBack() {
    var family: InjectionFamily<Int, CountedObject>? = makeFamily(.singleton)
    let key = family?[1]
    let token = family?.override(with: { [counter] _ in CountedObject(counter, "mock") })
    expectEqual(key?.resolve().name, "mock")

    family = nil

    expectEqual(token?.isActive, true)
    expect(Overrides.active.contains { $0.callSite == token?.callSite })
    expectEqual(token?.rollback(), true)
    expectEqual(key?.resolve().name, "1")
  }

  // MARK: Originals

  @Test(arguments: Strategies.retaining)
  func originalOfAFamilyOverrideIsTheInstanceOfTheKeyInItsScope(strategy: InjectionStrategy) {
    let family = makeFamily(strategy)
    let live = family.resolve(1)
    for kind in OverrideScope.Kind.all {
      withOverrideScope(kind) {
        let token = family.override(with: { [counter] key, original in
          CountedObject(counter, "mock \(key)", parts: [original.resolve()])
        })

        let mock = family.resolve(1)
        expectEqual(mock.name, "mock 1")
        expect(family.resolve(1) === mock)
        expectEqual(part(mock)?.name, "1")
        expectEqual(part(mock) === live, kind == .inheriting, "\(kind)")
        expectEqual(part(family.resolve(2))?.name, "2")
        expect(token.rollback())
      }
    }
    expect(family.resolve(1) === live)
  }

  @Test func familyOverrideCanIgnoreTheOriginalAndHaveItsOwnStrategy() {
    let family = makeFamily(.singleton)
    let mocks = family.override(with: { [counter] key, _ in CountedObject(counter, "mock \(key)") })
    expectEqual(family.resolve(1).name, "mock 1")
    expectEqual(counter.built, 1, "An unused original is not built.")
    mocks.rollback()

    family.override(
      with: { [counter] _, original in CountedObject(counter, "mock", parts: [original.resolve()]) },
      strategy: .onDemand
    )
    let (first, second) = (family.resolve(1), family.resolve(1))
    expect(first !== second)
    expect(part(first) === part(second))
  }

  // MARK: Inspecting and rolling back

  @Test func overridesOfAFamilyAreCountedInTheScopesThatSeeThem() {
    let family = makeFamily(.singleton)
    expect(!family.isOverridden)
    withOverrideScope(.isolated) {
      let outer = family.override(with: { [counter] in CountedObject(counter, "outer \($0)") })
      let key = family[1].override(with: CountedObject(counter, "key"))
      expectEqual(key.declaration.typeName, "CountedObject[1]")
      expectEqual(outer.declaration.typeName, "InjectionFamily<Int, CountedObject>")
      expect(family.isOverridden)
      expectEqual([family.overrideCount, family[1].overrideCount], [1, 2])
      withOverrideScope {
        for _ in 1...3 { family.override(with: { [counter] in CountedObject(counter, "inner \($0)") }) }
        expectEqual(family.overrideCount, 4)
        family.rollbackAllOverrides()
        expectEqual(family.overrideCount, 1)
        expectEqual([family.resolve(1).name, family.resolve(2).name], ["key", "outer 2"])
      }
      withOverrideScope(.isolated) { expect(!family.isOverridden) }
      expect(family.rollbackOverride())
      expect(!family.isOverridden)
      expectEqual([family.resolve(1).name, family.resolve(2).name], ["key", "2"])
    }
  }
}
