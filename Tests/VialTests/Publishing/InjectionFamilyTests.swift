import Testing
import Vial

/// The keys of a family: equality, instances, nested families and cycles (rule 7).
@MainActor struct InjectionFamilyTests {
  let counter = InstanceCounter()

  @Test(arguments: Strategies.all)
  func keysWithEqualHashesAreDistinguished(strategy: InjectionStrategy) {
    let family = InjectionFamily<Colliding, CountedObject>(strategy: strategy) { [counter] in
      CountedObject(counter, $0.name)
    }
    let keys = (0..<100).map { Colliding("\($0)") }

    let owners = keys.map { Owner(family[$0]) }

    for (owner, key) in zip(owners, keys) { expectEqual(owner.value.name, key.name) }
    expectEqual(counter.built, 100)
    if "\(strategy)" != "onDemand" {
      for (owner, key) in zip(owners, keys) { expect(family.resolve(key) === owner.value) }
    }
  }

  @Test func publishedKeyUsesItsFactoryAndStrategy() {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "common \($0)")
    }
    .publish(1) { [counter] in CountedObject(counter, "one") }
    .publish(2, strategy: .onDemand) { [counter] in CountedObject(counter, "two") }

    expectEqual((0...2).map { family.resolve($0).name }, ["common 0", "one", "two"])
    expect(family.resolve(1) === family.resolve(1))
    expect(family.resolve(2) !== family.resolve(2))
  }

  @Test func overrideOfTheFamilyReplacesThePublishedKey() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "common \($0)" }
      .publish(1, strategy: .onDemand) { "one" }

    let override = family.override(with: { "mock \($0)" })
    expectEqual(family.resolve(1), "mock 1")

    override.rollback()
    expectEqual(family.resolve(1), "one")
  }

  @Test func usedKeyKeepsItsInstanceAndStrategyWhenItIsPublished() {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] _ in CountedObject(counter) }
    let instance = family.resolve(1)

    family.publish(1, strategy: .onDemand) { [counter] in CountedObject(counter, "late") }
    expect(family.resolve(1) === instance)

    family.clear()
    expectEqual(family.resolve(1).name, "late")
    expect(family.resolve(1) === family.resolve(1))
  }

  @Test(arguments: Strategies.caching)
  func eachKeyHasItsOwnInstance(strategy: InjectionStrategy) {
    let family = InjectionFamily<Int, CountedObject>(strategy: strategy) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let one = family.resolve(1)
    let two = family.resolve(2)

    expect(one !== two)
    expect(family.resolve(1) === one)
    expect(family.resolve(2) === two)
    expect(family[1].current === one)
    expect(family[3].current == nil)
    expectEqual(counter.built, 2)
  }

  @Test func nestedOptionalKeysAreDistinguished() {
    let family = InjectionFamily<Int??, String>(strategy: .onDemand) { "\($0 as Any)" }
    let keys: [Int??] = [.none, .some(.none), .some(1)]

    withOverrideScope {
      family.override(with: { key in "overridden \(key as Any)" })
      for key in keys { expectEqual(family.resolve(key), "overridden \(key as Any)") }
    }
  }

  @Test func eachKeyExpiresSeparately() {
    let clock = ManualClock()
    let family = InjectionFamily<Int, CountedObject>(
      strategy: .expiring(after: .seconds(10), clock: clock)
    ) { [counter] in CountedObject(counter, "\($0)") }
    let one = family.resolve(1)
    clock.advance(by: .seconds(6))
    let two = family.resolve(2)
    clock.advance(by: .seconds(6))

    expect(family.resolve(1) !== one)
    expect(family.resolve(2) === two)
  }

  @Test func clearingAFlowEvictsTheInstancesOfEveryKey() {
    let flow = InjectionFlow("flow")
    let family = InjectionFamily<Int, CountedObject>(strategy: .flow(flow)) { [counter] in
      CountedObject(counter, "\($0)")
    }
    for key in 0..<10 { _ = family.resolve(key) }

    flow.clear()

    expectEqual(counter.alive, 0)
  }

  @Test func injectionOfAKeyResolvesTheKey() {
    let family = InjectionFamily<Int, CountedObject>(strategy: .onDemand) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let injection = family[1]
    let owner = Owner(injection)

    expect(owner.value === owner.value)
    expect(injection.resolve() !== owner.value)
    expectEqual(injection.resolve().name, "1")
  }

  @Test func nilInstanceOfAKeyIsCached() {
    let family = InjectionFamily<Int?, CountedObject?>(strategy: .singleton) { [counter] key in
      counter.built += 1
      return key.map { CountedObject(counter, "\($0)") }
    }

    expect(family.resolve(nil) == nil)
    expect(family.resolve(nil) == nil)
    expectEqual(counter.built, 1)
    expectEqual(family.resolve(1)?.name, "1")
  }

  @Test func familiesCanBeNested() {
    let accounts = InjectionFamily<String, InjectionFamily<Int, CountedObject>>(
      strategy: .singleton
    ) {
      [counter] account in
      InjectionFamily(strategy: .singleton) { CountedObject(counter, "\(account) \($0)") }
    }
    let first = accounts.resolve("ada").resolve(1)

    expectEqual(first.name, "ada 1")
    expect(accounts.resolve("ada").resolve(1) === first)
    expectEqual(accounts.resolve("bob").resolve(1).name, "bob 1")
    accounts.resolve("ada").override(with: { CountedObject(counter, "mock \($0)") })
    expectEqual(accounts.resolve("ada").resolve(1).name, "mock 1")
    expectEqual(accounts.resolve("bob").resolve(1).name, "bob 1")
    expect(accounts.resolve("ada").rollbackOverride())
    expect(accounts.resolve("ada").resolve(1) === first)
  }

  @Test func factoryOfAKeyCanResolveAnotherKey() {
    let family = Box<InjectionFamily<Int, CountedObject>?>(nil)
    family.content = InjectionFamily(strategy: .singleton) { [counter] key in
      let below = key > 0 ? family.content?.resolve(key - 1) : nil
      return CountedObject(counter, "\(key)", parts: below.map { [$0] } ?? [])
    }

    let third = family.content?.resolve(3)

    expectEqual(counter.built, 4)
    expect(third?.parts.first as? CountedObject === family.content?.resolve(2))
    family.content = nil
  }

  @Test func messageOfACycleNamesEachKeyOnce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = Box<InjectionFamily<Page, CountedObject>?>(nil)
        family.content = InjectionFamily(
          strategy: .singleton,
          fileID: "Feature/Pages.swift",
          line: 3
        ) { page in
          _ = family.content?.resolve(page == .first ? .second : .first)
          return CountedObject(InstanceCounter())
        }
        _ = family.content?.resolve(.first)
      }
    }

    expect(
      standardError(of: result).contains(
        """
        Dependency cycle: CountedObject[first] → CountedObject[second] → CountedObject[first]

            CountedObject[first]    Feature/Pages.swift:3
            CountedObject[second]   Feature/Pages.swift:3

        """
      )

    )
  }

  @Test func overrideReceivesTheExactOptionalKey() {
    let keys: [AnyHashable?] = [.some(AnyHashable(Int?.none)), nil, AnyHashable(1)]

    expectEqual(keysSeen(among: keys), keys)
  }

  @Test func overrideReceivesTheExactErasedKey() {
    let keys = [AnyHashable(Int?.none), AnyHashable(Int??.some(nil)), AnyHashable(String?.none)]

    expectEqual(keysSeen(among: keys), keys)
  }

  /// Returns the keys that a family's override receives when the given keys are resolved.
  private func keysSeen<Key: Hashable>(among keys: [Key]) -> [Key] {
    let family = InjectionFamily<Key, Int>(strategy: .onDemand) { _ in 0 }
    var seen: [Key] = []
    withOverrideScope {
      family.override(with: { key in
        seen.append(key)
        return 1
      })
      for key in keys { _ = family.resolve(key) }
    }
    return seen
  }
}

enum Page: Hashable {
  case first
  case second
}

/// A key whose hash values are all equal.
private struct Colliding: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  func hash(into hasher: inout Hasher) {}
}
