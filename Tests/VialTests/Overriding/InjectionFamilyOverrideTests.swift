import Testing
import Vial

/// Overrides of families and of single keys, which can be rolled back in any order (rule 7).
@MainActor struct InjectionFamilyOverrideTests {
  let counter = InstanceCounter()

  private func makeFamily(_ strategy: InjectionStrategy) -> InjectionFamily<Int, CountedObject> {
    InjectionFamily(strategy: strategy) { [counter] in CountedObject(counter, "\($0)") }
  }

  @Test func overridesOfAFamilyCanBeRolledBackInAnyOrder() {
    let family = makeFamily(.singleton)
    let live = family.resolve(1)
    let first = family.override(with: { CountedObject(counter, "first \($0)") })
    let second = family.override(with: { CountedObject(counter, "second \($0)") })
    let third = family.override(with: { CountedObject(counter, "third \($0)") })

    expectEqual(family.resolve(1).name, "third 1")
    expect(second.rollback())
    expectEqual(family.resolve(1).name, "third 1")
    expect(third.rollback())
    expectEqual(family.resolve(1).name, "first 1")
    expect(first.rollback())
    expect(family.resolve(1) === live)
    expect(![first, second, third].contains { $0.rollback() })
  }

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
      expect(family.resolve(2).name == (active.contains(1) ? "family 2" : "2"))
    }
    expect(family.resolve(1) === live)
  }

  @Test func originalOfAKeyOverrideIsTheInstanceOfTheFamilyOverride() {
    let family = makeFamily(.singleton)
    let live = family.resolve(1)
    let mocks = family.override(with: { CountedObject(counter, "mock \($0)") })
    let mock = family.resolve(1)
    let key = family[1].override(
      with: { original in
        let inner = original.resolve()
        return CountedObject(counter, "around \(inner.name)", parts: [inner])
      },
      strategy: .onDemand
    )
    defer { key.rollback() }

    expectEqual(family.resolve(1).name, "around mock 1")
    expect(family.resolve(1).parts.first as? CountedObject === mock)
    expectEqual(family.resolve(2).name, "mock 2")
    mocks.rollback()

    expectEqual(family.resolve(1).name, "around 1")
    expect(family.resolve(1).parts.first as? CountedObject === live)
  }

  @Test func rollbackEvictsInstancesThatCapturedAnOverriddenKey() {
    let family = makeFamily(.singleton)
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [family.resolve(1)])
    )

    family.override(with: { CountedObject(counter, "mock \($0)") })
    expectEqual((whole.resolve().parts.first as? CountedObject)?.name, "mock 1")
    family.rollbackOverride()
    expectEqual((whole.resolve().parts.first as? CountedObject)?.name, "1")

    family[2].override(with: CountedObject(counter, "unused"))
    let kept = whole.resolve()
    family[2].rollbackOverride()
    expect(whole.resolve() === kept)
  }

  @Test func rollbackEvictsKeysBuiltWithAnotherInjectionsReplacement() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "live part"))
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)", parts: [part.resolve()])
    }
    let before = family.resolve(1)

    part.override(with: CountedObject(counter, "mock part"))
    let between = family.resolve(2)
    expectEqual((between.parts.first as? CountedObject)?.name, "mock part")
    part.rollbackOverride()

    expect(family.resolve(1) === before)
    expect(family.resolve(2) !== between)
    expectEqual((family.resolve(2).parts.first as? CountedObject)?.name, "live part")
  }

  @Test func rollbackEvictsKeysOfAFamilyFirstUsedDuringTheOverride() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "live part"))
    let family = InjectionFamily<Int, CountedObject>(strategy: .shared) { [counter] in
      CountedObject(counter, "\($0)", parts: [part.resolve()])
    }

    part.override(with: CountedObject(counter, "mock part"))
    let tainted = family.resolve(1)
    expect(family[1].current === tainted)
    part.rollbackOverride()

    expect(family[1].current == nil)
    expect(family.resolve(1) !== tainted)
  }

  @Test func rollbackRestoresTheLiveSharedInstanceAfterManyOtherKeys() {
    let family = makeFamily(.shared)
    let live = family.resolve(1)
    family.override(with: { CountedObject(counter, "mock \($0)") })
    let mock = family.resolve(1)

    for key in 1_000..<1_300 { _ = family.resolve(key) }
    expect(family.resolve(1) === mock)
    family.rollbackOverride()

    expect(family.resolve(1) === live)
  }

  @Test func keyIsNotCachedIfItsFactoryRollsBackAnOverrideItUsed() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "live part"))
    let mock = part.override(with: CountedObject(counter, "mock part"))
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] key in
      let probe = CountedObject(counter, "\(key)", parts: [part.resolve()])
      mock.rollback()
      return probe
    }

    expectEqual((family.resolve(1).parts.first as? CountedObject)?.name, "mock part")
    expectEqual((family.resolve(1).parts.first as? CountedObject)?.name, "live part")
  }

  @Test func keyCanForwardToAnotherKey() {
    let family = makeFamily(.singleton)
    let fallback = family.resolve(0)

    family[1].override(with: family[0])
    defer { family[1].rollbackOverride() }

    expect(family.resolve(1) === fallback)
  }

  @Test func declarationOfAnOverrideNamesTheKeyOrTheFamily() {
    let family = makeFamily(.singleton)

    let key = family[1].override(with: CountedObject(counter))
    let all = family.override(with: { _ in CountedObject(counter) })
    defer { Overrides.rollbackAll() }

    expectEqual(key.declaration.typeName, "CountedObject[1]")
    expectEqual(all.declaration.typeName, "InjectionFamily<Int, CountedObject>")
    expect(family[1].isOverridden)
    expectEqual(family[1].overrideCount, 2)
  }

  @Test(arguments: [InjectionStrategy.singleton, .flow(InjectionFlow("flow"))])
  func overriddenKeyCachesItsReplacement(strategy: InjectionStrategy) async {
    await #expect(processExitsWith: .success) { [strategy = "\(strategy)"] in
      await MainActor.run {
        let lifetime: InjectionStrategy =
          strategy == "singleton" ? .singleton : .flow(InjectionFlow("flow"))
        let family = InjectionFamily<Int, Box<Int>>(strategy: .singleton) { Box($0) }
        family[1].override(with: Box(2), strategy: lifetime)
        precondition(family.resolve(1) === family.resolve(1))
        precondition(family[1].resolve() === family.resolve(1))
      }
    }
  }

  @Test func overrideOfADeallocatedFamilyCanBeRolledBack() {
    let counter = InstanceCounter()
    var family: InjectionFamily<Int, CountedObject>? = InjectionFamily(strategy: .singleton) { _ in
      CountedObject(counter)
    }
    let key = family?[1]
    let token = family?.override(with: { _ in CountedObject(counter, "mock") })
    expectEqual(key?.resolve().name, "mock")

    family = nil

    expectEqual(token?.isActive, true)
    expect(Overrides.active.contains { $0.callSite == token?.callSite })
    expectEqual(token?.rollback(), true)
    expectEqual(key?.resolve().name, "live")
  }

  @Test(arguments: [true, false])
  func keyOverrideTakesPrecedenceOverOlderAndNewerFamilyOverrides(keyFirst: Bool) {
    let family = makeFamily(.shared)
    if keyFirst { family[1].override(with: CountedObject(counter, "key")) }
    family.override(with: { CountedObject(counter, "family \($0)") })
    if !keyFirst { family[1].override(with: CountedObject(counter, "key")) }

    expectEqual(family.resolve(1).name, "key")
    expectEqual(family.resolve(2).name, "family 2")
    expect(family[1].rollbackOverride())
    expectEqual(family.resolve(1).name, "family 1")
    expect(family.rollbackOverride())
    expectEqual(family.resolve(1).name, "1")
    expect(!family.rollbackOverride())
  }

  @Test(arguments: Strategies.all, [false, true])
  func familyOverrideReplacesAKeyWhoseInstanceIsAlive(strategy: InjectionStrategy, isInScope: Bool) {
    let family = InjectionFamily<Int, CountedObject>(strategy: strategy) { _ in
      CountedObject(counter)
    }
    let live = family.resolve(1)

    func cover() {
      expectEqual(family.resolve(1).name, "live")
      let token = family.override(with: { _ in CountedObject(counter, "mock") })
      expectEqual(family.resolve(1).name, "mock")
      expectEqual(family[1].resolve().name, "mock")
      token.rollback()
      expectEqual(family.resolve(1).name, "live")
    }
    if isInScope { withOverrideScope { cover() } } else { cover() }

    withExtendedLifetime(live) {}
  }

  // MARK: Originals

  @Test(arguments: Strategies.retaining)
  func originalOfAFamilyOverrideIsTheInstanceOfTheKey(strategy: InjectionStrategy) {
    let family = makeFamily(strategy)
    let live = family.resolve(1)

    let token = family.override(with: { [counter] key, original in
      let inner = original.resolve()
      return CountedObject(counter, "\(key) around \(inner.name)", parts: [inner])
    })

    expectEqual(family.resolve(1).name, "1 around 1")
    expect(family.resolve(1).parts.first as? CountedObject === live)
    expectEqual(family.resolve(2).name, "2 around 2")
    expect(family.resolve(1) === family.resolve(1))
    expect(token.rollback())
    expect(family.resolve(1) === live)
  }

  @Test func unusedOriginalOfAFamilyOverrideIsNotBuilt() {
    let family = makeFamily(.singleton)
    family.override(with: { [counter] key, _ in CountedObject(counter, "mock \(key)") })
    defer { family.rollbackOverride() }

    expectEqual(family.resolve(1).name, "mock 1")

    expectEqual(counter.built, 1)
  }

  @Test func decoratingFamilyOverrideCanHaveItsOwnStrategy() {
    let family = makeFamily(.singleton)
    let token = family.override(
      with: { [counter] _, original in CountedObject(counter, "mock", parts: [original.resolve()])
      },
      strategy: .onDemand
    )
    defer { token.rollback() }

    let (first, second) = (family.resolve(1), family.resolve(1))

    expect(first !== second)
    expect(first.parts.first as? CountedObject === second.parts.first as? CountedObject)
  }

  @Test func originalOfAFamilyOverrideIsTheInstanceVisibleInItsScope() throws {
    let family = makeFamily(.singleton)
    let live = family.resolve(1)
    func decorate() {
      family.override(with: { [counter] _, original in
        CountedObject(counter, "mock", parts: [original.resolve()])
      })
    }

    withOverrideScope {
      decorate()
      expect(family.resolve(1).parts.first as? CountedObject === live)
    }
    try withOverrideScope(.isolated) {
      decorate()
      let part = try #require(family.resolve(1).parts.first as? CountedObject)
      expect(part !== live)
    }
  }

  // MARK: Inspecting and rolling back

  @Test func overridesOfAFamilyAreCounted() {
    let family = makeFamily(.singleton)
    expect(!family.isOverridden)
    withOverrideScope(.isolated) {
      family.override(with: { [counter] in CountedObject(counter, "outer \($0)") })
      family[1].override(with: CountedObject(counter, "key"))
      expect(family.isOverridden)
      expectEqual(family.overrideCount, 1)
      withOverrideScope {
        family.override(with: { [counter] in CountedObject(counter, "inner \($0)") })
        expectEqual(family.overrideCount, 2)
        family.rollbackAllOverrides()
        expectEqual(family.overrideCount, 1)
      }
      withOverrideScope(.isolated) { expect(!family.isOverridden) }
      expect(family.rollbackOverride())
      expect(!family.isOverridden)
      expectEqual(family.overrideCount, 0)
      expectEqual(family.resolve(1).name, "key")
    }
  }

  @Test func rollbackOfAllFamilyOverridesKeepsKeyOverrides() {
    let family = makeFamily(.singleton)
    withOverrideScope(.isolated) {
      for number in 0..<3 {
        family.override(with: { [counter] _ in CountedObject(counter, "\(number)!") })
      }
      family[1].override(with: CountedObject(counter, "key"))

      family.rollbackAllOverrides()

      expectEqual([family.resolve(1).name, family.resolve(2).name], ["key", "2"])
      expect(!family.rollbackOverride())
    }
  }
}
