import Testing
import Vial

/// Families in override scopes: each key behaves as a separate injection (rule 20).
@MainActor struct InjectionFamilyScopeTests {
  let counter = InstanceCounter()
  private let family: InjectionFamily<Int, CountedObject>

  init() {
    let counter = counter
    family = InjectionFamily(strategy: .singleton) { CountedObject(counter, "\($0)") }
  }

  private func override(_ name: String) -> Override {
    family.override(with: { [counter] in CountedObject(counter, "\(name) \($0)") })
  }

  @Test(arguments: OverrideScope.Kind.all)
  func overridesOfTheFamilyAndItsKeysEndWithTheScope(kind: OverrideScope.Kind) {
    withOverrideScope(kind) {
      family[1].override(with: CountedObject(counter, "key"))
      _ = override("first")
      expectEqual([1, 2].map { family.resolve($0).name }, ["key", "first 2"])
      let first = family.resolve(2)
      _ = override("second")
      expectEqual([1, 2].map { family.resolve($0).name }, ["key", "second 2"])
      family.rollbackOverride()
      expect(family.resolve(2) === first)
    }

    expectEqual(counter.alive, 0)
    expectEqual([1, 2].map { family.resolve($0).name }, ["1", "2"])
    expect(!family.rollbackOverride())
  }

  @Test func overridesOutsideApplyInsideUntilTheirRollback() {
    let outside = override("outside")
    let key = family[2].override(with: CountedObject(counter, "key"))

    withOverrideScope {
      let mine = family.resolve(1)
      expectEqual(mine.name, "outside 1")
      let inside = override("inside")
      expectEqual(family.resolve(1).name, "inside 1")
      expectEqual(family.resolve(2).name, "key", "The override of a key takes precedence, also from outside.")
      inside.rollback()
      expect(family.resolve(1) === mine)
      outside.rollback()
      key.rollback()
      expectEqual([1, 2].map { family.resolve($0).name }, ["1", "2"])
    }

    expect(family[1].current == nil)
    expectEqual(counter.alive, 0)
  }
}
