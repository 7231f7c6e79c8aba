import Testing
import Vial

/// The keys of a family: equality, instances and nested families (rule 7).
@MainActor struct InjectionFamilyTests {
  let counter = InstanceCounter()

  @Test(arguments: Strategies.all)
  func eachKeyHasItsOwnInstanceAlsoIfHashesAreEqual(strategy: InjectionStrategy) {
    let family = InjectionFamily<Colliding, CountedObject>(strategy: strategy) { [counter] in
      CountedObject(counter, $0.name)
    }
    let keys = (0..<100).map { Colliding("\($0)") }
    let owners = keys.map { Owner(family[$0]) }

    for (owner, key) in zip(owners, keys) { expectEqual(owner.value.name, key.name) }
    expectEqual(counter.built, 100)
    for (owner, key) in zip(owners, keys) {
      expectEqual(family[key].current === owner.value, strategy.isCaching)
      expectEqual(family.resolve(key) === owner.value, strategy.isCaching)
    }
    expect(family[Colliding("another")].current == nil)
  }

  @Test func publishedKeyUsesItsFactoryAndStrategyUnlessTheFamilyIsOverridden() {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "common \($0)")
    }
    .publish(1) { [counter] in CountedObject(counter, "one") }
    .publish(2, strategy: .onDemand) { [counter] in CountedObject(counter, "two") }

    expectEqual((0...2).map { family.resolve($0).name }, ["common 0", "one", "two"])
    expect(family.resolve(1) === family.resolve(1))
    expect(family.resolve(2) !== family.resolve(2))

    let override = family.override(with: { [counter] in CountedObject(counter, "mock \($0)") })
    expectEqual(family.resolve(1).name, "mock 1")
    override.rollback()
    expectEqual(family.resolve(1).name, "one")
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

  @Test func familiesCanBeNested() {
    let accounts = InjectionFamily<String, InjectionFamily<Int, CountedObject>>(strategy: .singleton) {
      [counter] account in
      InjectionFamily(strategy: .singleton) { CountedObject(counter, "\(account) \($0)") }
    }
    let first = accounts.resolve("ada").resolve(1)

    expectEqual(first.name, "ada 1")
    expect(accounts.resolve("ada").resolve(1) === first)
    accounts.resolve("ada").override(with: { CountedObject(counter, "mock \($0)") })
    expectEqual(accounts.resolve("ada").resolve(1).name, "mock 1")
    expectEqual(accounts.resolve("bob").resolve(1).name, "bob 1")
    expect(accounts.resolve("ada").rollbackOverride())
    expect(accounts.resolve("ada").resolve(1) === first)
  }

  @Test func overrideReceivesTheExactKey() {
    expectOverrideReceives([Int??.none, .some(.none), .some(1)])
    expectOverrideReceives([AnyHashable?.some(AnyHashable(Int?.none)), nil, AnyHashable(1)])
    expectOverrideReceives([AnyHashable(Int?.none), AnyHashable(Int??.some(nil)), AnyHashable(String?.none)])
  }

  /// Expects that a family's override receives the given keys when they are resolved.
  private func expectOverrideReceives<Key: Hashable>(_ keys: [Key]) {
    let family = InjectionFamily<Key, Int>(strategy: .onDemand) { _ in 0 }
    var received: [Key] = []
    withOverrideScope {
      family.override(with: { key in
        received.append(key)
        return 1
      })
      for key in keys { _ = family.resolve(key) }
    }
    expectEqual(received, keys)
  }
}

/// A key whose hash values are all equal.
private struct Colliding: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  func hash(into hasher: inout Hasher) {}
}
