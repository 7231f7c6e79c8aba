import Foundation
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
    let live = family.resolve(1)
    let token = family.override(with: other)

    expect(family.resolve(1) === other.resolve(1))
    expect(family.resolve(2) === other.resolve(2))
    expectEqual(family.resolve(2).name, "other 2")
    expect(family[1].current == nil)

    expect(token.rollback())
    expect(family.resolve(1) === live)
    expect(!token.rollback())
  }

  @Test func overridingBuildsNothing() {
    family.override(with: other)
    expect(family.isOverridden && family[1].isOverridden && family.overrideCount == 1)
    expectEqual(counter.built, 0)
    expect(family.rollbackOverride())
  }

  @Test func strategyOfEachKeyOfTheOtherFamilyApplies() {
    other.publish(2, strategy: .onDemand) { [counter] in CountedObject(counter, "published") }
    family.override(with: other)
    defer { family.rollbackOverride() }

    expect(family.resolve(1) === family.resolve(1))
    expect(family.resolve(2) !== family.resolve(2))
    expectEqual(family.resolve(2).name, "published")
  }

  @Test func publishedFactoryOfAKeyIsOverridden() {
    family.publish(1) { [counter] in CountedObject(counter, "published") }
    family.override(with: other)
    defer { family.rollbackOverride() }

    expectEqual(family.resolve(1).name, "other 1")
  }

  @Test func overridesOfTheOtherFamilyAndItsKeysApply() {
    family.override(with: other)
    defer { family.rollbackOverride() }
    let mocks = other.override(with: { [counter] in CountedObject(counter, "mock \($0)") })
    let mock = other[2].override(with: CountedObject(counter, "mock of a key"))

    expectEqual(family.resolve(1).name, "mock 1")
    expectEqual(family.resolve(2).name, "mock of a key")

    mocks.rollback()
    mock.rollback()
    expectEqual(family.resolve(1).name, "other 1")
    expectEqual(family.resolve(2).name, "other 2")
  }

  @Test func overrideOfOneKeyTakesPrecedence() {
    let key = family[1].override(with: { [counter] original in
      CountedObject(counter, "around \(original.resolve().name)")
    })
    family.override(with: other)
    defer { family.rollbackOverride() }

    expectEqual(family.resolve(1).name, "around other 1")
    expect(key.rollback())
    expectEqual(family.resolve(1).name, "other 1")
  }

  @Test func chainOfFamiliesResolvesTheLastFamily() {
    let last = InjectionFamily<Int, CountedObject>(strategy: .onDemand) { [counter] in
      CountedObject(counter, "last \($0)")
    }
    family.override(with: other)
    let link = other.override(with: last)
    defer { family.rollbackOverride() }

    expectEqual(family.resolve(3).name, "last 3")
    link.rollback()
    expectEqual(family.resolve(3).name, "other 3")
  }

  @Test func overrideInAScopeIsInvisibleOutside() {
    withOverrideScope {
      family.override(with: other)
      expectEqual(family.resolve(1).name, "other 1")
    }
    expectEqual(family.resolve(1).name, "live 1")
    expect(other[1].current == nil)
  }

  @Test func rollbackEvictsInstancesThatCapturedTheOtherFamily() {
    let whole = Injection(strategy: .singleton) { [counter, family] in
      CountedObject(counter, "whole", parts: [family.resolve(1)])
    }
    family.override(with: other)
    let captured = whole.resolve()

    family.rollbackOverride()

    expect(whole.resolve() !== captured)
    expectEqual((whole.resolve().parts.first as? CountedObject)?.name, "live 1")
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

  @Test func descriptionsNameTheOtherFamily() {
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
  }

  @Test func eventsContainTheResolveOfBothFamilies() {
    var events: [String] = []
    let observation = Injections.observe { event in
      switch event {
      case .built(let resolution, _, _, _):
        events.append("built \(resolution.declaration) for \(resolution.requester?.description ?? "nobody")")
      case .reused(let resolution):
        events.append("reused \(resolution.declaration) for \(resolution.requester?.description ?? "nobody")")
      default: break
      }
    }
    defer { observation.cancel() }
    family.override(with: other)
    defer { family.rollbackOverride() }

    _ = family.resolve(1)
    _ = family.resolve(1)

    let names = ["CountedObject[1] (App/Pages.swift:1)", "CountedObject[1] (App/Pages.swift:2)"]
    expectEqual(
      events,
      [
        "built \(names[1]) for \(names[0])", "built \(names[0]) for nobody",
        "reused \(names[1]) for \(names[0])", "built \(names[0]) for nobody",
      ]
    )
  }

  @Test func familiesThatForwardToEachOtherStopTheResolve() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let first = InjectionFamily<Int, String>(strategy: .singleton, fileID: "App/A.swift", line: 1) { "\($0)" }
        let second = InjectionFamily<Int, String>(strategy: .singleton, fileID: "App/B.swift", line: 2) { "\($0)" }
        first.override(with: second)
        second.override(with: first)
        FileHandle.standardError.write(Data("Both are overridden.\n".utf8))
        _ = first.resolve(1)
      }
    }

    expect(
      standardError(of: result).contains(
        """
        Dependency cycle: String[1] → String[1] → String[1]

            String[1]   App/A.swift:1
            String[1]   App/B.swift:2

        """
      )

    )
    expect(standardError(of: result).contains("Both are overridden."))
  }

  @Test func otherFamilyThatNeedsAnotherKeyIsNoCycle() {
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let sums = InjectionFamily<Int, Int>(strategy: .singleton) { $0 == 0 ? 0 : $0 + family.resolve($0 - 1) }
    family.override(with: sums)
    defer { family.rollbackOverride() }

    expectEqual(family.resolve(4), 10)
  }
}
