import Testing
import Vial

/// `override { … }` and `override(changing:)`.
@MainActor struct OverrideClosureTests {
  let counter = InstanceCounter()

  @Test(arguments: Strategies.all)
  func trailingClosureBuildsTheReplacement(strategy: InjectionStrategy) {
    let injection = Injection<any Named>(strategy: strategy, instance: CountedObject(counter))

    let token = injection.override { CountedObject(counter, "mock") }
    expectEqual(counter.built, 0)
    expectEqual(injection.resolve().name, "mock")
    expectEqual(counter.built, 1)
    expect(token.rollback())

    expectEqual(injection.resolve().name, "live")
  }

  @Test func closureOfAnOverrideCanHaveSeveralStatements() {
    let injection = Injection<any Named>(strategy: .singleton, instance: CountedObject(counter))

    injection.override {
      let mock = CountedObject(counter, "mock")
      return mock
    }

    let resolved = injection.resolve()
    expectEqual(resolved.name, "mock")
    expectEqual(injection.resolve().serial, resolved.serial)
  }

  @Test func closureOfAnOverrideCanHaveItsOwnStrategy() {
    let injection = Injection<any Named>(strategy: .singleton, instance: CountedObject(counter))

    injection.override(strategy: .onDemand) { CountedObject(counter, "mock") }

    expect(injection.resolve().serial != injection.resolve().serial)
  }

  @Test func tokenHasTheLineOfTheClosure() {
    let injection = Injection(strategy: .singleton, instance: 1)

    let token = injection.override { 2 }
    let line = #line - 1

    expectEqual(token.callSite.line, line)
    expect(
      injection.override(fileID: "App/A.swift", line: 3) { 3 }.description.hasSuffix("A.swift:3")

    )
    expectEqual(injection.override(changing: { $0 += 1 }).callSite.line, #line)
  }

  @Test func trailingClosureWithAParameterReceivesTheOriginal() {
    let injection = Injection(strategy: .singleton, instance: 1)

    injection.override { original in original.resolve() + 1 }
    injection.override { $0 + 1 }

    expectEqual(injection.resolve(), 3)
  }

  @Test func closureCanBuildAClosure() {
    let injection = Injection<() -> Int>(strategy: .singleton) { { 1 } }
    expectEqual(injection.resolve()(), 1)

    injection.override { { 2 } }
    expectEqual(injection.resolve()(), 2)
    injection.override(with: { 3 })
    expectEqual(injection.resolve()(), 3)
  }

  @Test func closureCanBuildNil() {
    let injection = Injection<Int?>(strategy: .singleton, instance: 1)

    injection.override { nil }

    expect(injection.resolve() == nil)
  }

  @Test func overrideWithAClosureEndsWithItsScope() {
    let injection = Injection(strategy: .singleton, instance: 1)

    withOverrideScope {
      injection.override { 2 }
      injection.override(changing: { $0 += 1 })
      expectEqual(injection.resolve(), 3)
    }

    expectEqual(injection.resolve(), 1)
  }

  // MARK: - Changing

  private struct Client: Equatable {
    var search: @Sendable (String) -> Int = { $0.count }
    var name = "live"

    static func == (left: Client, right: Client) -> Bool { left.name == right.name }
  }

  @Test(arguments: Strategies.all)
  func changingOverrideChangesACopyOfTheOriginal(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Client())

    injection.override(changing: { $0.search = { _ in 7 } })

    expectEqual(injection.resolve().search("abc"), 7)
    expectEqual(injection.resolve().name, "live")
    injection.rollbackOverride()
    expectEqual(injection.resolve().search("abc"), 3)
  }

  @Test func changingOverrideDoesNotMutateTheOriginal() {
    let injection = Injection(strategy: .singleton, instance: [1])
    expectEqual(injection.resolve(), [1])

    injection.override(changing: { $0.append(2) })
    expectEqual(injection.resolve(), [1, 2])
    expectEqual(injection.resolve(), [1, 2])
    injection.rollbackOverride()

    expectEqual(injection.resolve(), [1])
  }

  @Test func changingOverridesApplyInOrder() {
    let injection = Injection(strategy: .singleton, instance: [1])

    let first = injection.override(changing: { $0.append(2) })
    injection.override(changing: {
      $0.append(3)
      $0.append(4)
    })
    expectEqual(injection.resolve(), [1, 2, 3, 4])
    first.rollback()

    expectEqual(injection.resolve(), [1, 3, 4])
  }

  @Test func changingOverrideBuildsTheOriginalAtTheFirstResolve() {
    let injection = Injection(strategy: .singleton, instance: [CountedObject(counter)])

    injection.override(changing: { $0.removeAll() })
    expectEqual(counter.built, 0)
    expect(injection.resolve().isEmpty)

    expectEqual(counter.built, 1)
  }

  @Test func changingOverrideCanHaveItsOwnStrategy() {
    let injection = Injection(strategy: .singleton, instance: 1)
    var changes = 0

    injection.override(
      changing: {
        changes += 1
        $0 += changes
      },
      strategy: .onDemand
    )

    expectEqual([injection.resolve(), injection.resolve()], [2, 3])
  }

  @Test func changingOverrideCanSetAnOptionalToNil() {
    let injection = Injection<Int?>(strategy: .singleton, instance: 1)

    injection.override(changing: { $0 = nil })

    expect(injection.resolve() == nil)
  }

  @Test func changingOverrideAppliesToOneKeyOfAFamily() {
    let family = InjectionFamily<Int, [Int]>(strategy: .singleton) { [$0] }

    family[1].override(changing: { $0.append(0) })
    family[2].override { [] }

    expectEqual([family.resolve(1), family.resolve(2), family.resolve(3)], [[1, 0], [], [3]])
  }
}
