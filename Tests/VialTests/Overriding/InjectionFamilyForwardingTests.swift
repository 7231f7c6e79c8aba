import Testing
import Vial

/// Overriding a family with another family (rules 7 and 14).
@MainActor struct InjectionFamilyForwardingTests {
  private let counter = InstanceCounter()
  private let family: InjectionFamily<Int, CountedObject>
  private let other: InjectionFamily<Int, CountedObject>

  init() {
    let counter = counter
    family = InjectionFamily(strategy: .singleton, fileID: "App/Pages.swift", line: 1) {
      CountedObject(counter, "live \($0)")
    }
    other = InjectionFamily(strategy: .singleton, fileID: "App/Pages.swift", line: 2) {
      CountedObject(counter, "other \($0)")
    }
  }

  @Test func eachKeyResolvesTheSameKeyOfTheOtherFamily() {
    family.publish(1) { [counter] in CountedObject(counter, "published") }
    other.publish(2, strategy: .onDemand) { [counter] in CountedObject(counter, "other published") }
    let live = family.resolve(1)
    let token = family.override(with: other)
    expect(family.isOverridden && family[1].isOverridden && family.overrideCount == 1)
    expectEqual(counter.built, 1)

    expect(family.resolve(1) === other.resolve(1))
    expectEqual(family.resolve(1).name, "other 1")
    expect(family[1].current == nil)
    expectEqual(family.resolve(2).name, "other published")
    expect(family.resolve(2) !== family.resolve(2))

    expect(token.rollback())
    expect(family.resolve(1) === live)
    expect(!token.rollback())
  }

  @Test func overridesOfTheOtherFamilyAndOfKeysApply() {
    let key = family[3].override(with: { [counter] original in
      CountedObject(counter, "around \(original.resolve().name)")
    })
    family.override(with: other)
    func names() -> [String] { (1...3).map { family.resolve($0).name } }
    expectEqual(names(), ["other 1", "other 2", "around other 3"])

    let last = InjectionFamily<Int, CountedObject>(strategy: .onDemand) { [counter] in
      CountedObject(counter, "last \($0)")
    }
    let link = other.override(with: last)
    let mock = other[2].override(with: CountedObject(counter, "mock"))
    key.rollback()
    expectEqual(names(), ["last 1", "mock", "last 3"])

    link.rollback()
    mock.rollback()
    expectEqual(names(), ["other 1", "other 2", "other 3"])
  }

  @Test func overrideRetainsTheOtherFamilyUntilTheRollback() {
    weak var released: InjectionFamily<Int, CountedObject>?
    do {
      let other = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
        CountedObject(counter, "\($0)")
      }
      released = other
      family.override(with: other)
    }
    expectEqual(family.resolve(1).name, "1")
    expect(released != nil)

    family.rollbackOverride()

    expect(released == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func descriptionsAndEventsNameBothFamilies() {
    family.override(with: other, fileID: "Tests/A.swift", line: 7)
    defer { family.rollbackOverride() }

    expectEqual(
      family.debugDescription,
      """
      InjectionFamily<Int, CountedObject> (App/Pages.swift:1), singleton
        overridden at Tests/A.swift:7, with InjectionFamily<Int, CountedObject> (App/Pages.swift:2)
      """
    )
    expectEqual(
      family[4].debugDescription,
      """
      CountedObject[4] (App/Pages.swift:1), singleton, not cached
        overridden at Tests/A.swift:7, with CountedObject[4] (App/Pages.swift:2)
      """
    )

    let resolutions = events { for _ in 1...2 { _ = family.resolve(1) } }.resolutions
    let names = ["CountedObject[1] (App/Pages.swift:1)", "CountedObject[1] (App/Pages.swift:2)"]
    expectEqual(resolutions.map(\.declaration.description), [names[1], names[0], names[1], names[0]])
    expectEqual(resolutions.map(\.requester?.description), [names[0], nil, names[0], nil])
  }

  @Test func otherFamilyThatNeedsAnotherKeyIsNoCycle() {
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let sums = InjectionFamily<Int, Int>(strategy: .singleton) { $0 == 0 ? 0 : $0 + family.resolve($0 - 1) }
    family.override(with: sums)
    defer { family.rollbackOverride() }

    expectEqual(family.resolve(4), 10)
  }
}
