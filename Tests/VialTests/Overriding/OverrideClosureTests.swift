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

    injection.override(strategy: .onDemand) {
      let mock = CountedObject(counter, "mock")
      return mock
    }
    expect(injection.resolve().serial != injection.resolve().serial)
  }

  @Test func closureCanReceiveTheOriginalAndBuildAClosureOrNil() {
    let number = Injection<Int?>(strategy: .singleton, instance: 1)
    number.override { original in original.resolve().map { $0 + 1 } }
    number.override { $0.map { $0 + 1 } }
    expectEqual(number.resolve(), 3)
    number.override { nil }
    expect(number.resolve() == nil)

    let closure = Injection<() -> Int>(strategy: .singleton) { { 1 } }
    expectEqual(closure.resolve()(), 1)
    closure.override { { 2 } }
    expectEqual(closure.resolve()(), 2)
    closure.override(with: { 3 })
    expectEqual(closure.resolve()(), 3)
  }

  @Test func tokenHasTheLineOfTheClosure() {
    let injection = Injection(strategy: .singleton, instance: 1)

    expectEqual(injection.override { 2 }.callSite.line, #line)
    expect(injection.override(fileID: "App/A.swift", line: 3) { 3 }.description.hasSuffix("A.swift:3"))
    expectEqual(injection.override(changing: { $0 += 1 }).callSite.line, #line)
  }

  // MARK: - Changing

  @Test(arguments: Strategies.all)
  func changingOverrideChangesACopyOfTheOriginal(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: [CountedObject(counter)])

    let first = injection.override(changing: { [counter] in $0.append(CountedObject(counter, "a")) })
    injection.override(changing: { [counter] in
      $0.append(CountedObject(counter, "b"))
      $0.append(CountedObject(counter, "c"))
    })
    expectEqual(counter.built, 0)
    for _ in 1...2 { expectEqual(injection.resolve().map(\.name), ["live", "a", "b", "c"]) }

    first.rollback()
    expectEqual(injection.resolve().map(\.name), ["live", "b", "c"])
    injection.rollbackOverride()
    expectEqual(injection.resolve().map(\.name), ["live"])
  }

  @Test func changingOverrideCanHaveItsOwnStrategyAndApplyToAnOptionalOrAKey() {
    let injection = Injection<Int?>(strategy: .singleton, instance: 1)
    var changes = 0
    injection.override(
      changing: {
        changes += 1
        $0 = $0.map { $0 + changes }
      },
      strategy: .onDemand
    )
    expectEqual([injection.resolve(), injection.resolve()], [2, 3])
    injection.override(changing: { $0 = nil })
    expect(injection.resolve() == nil)

    let family = InjectionFamily<Int, [Int]>(strategy: .singleton) { [$0] }
    family[1].override(changing: { $0.append(0) })
    family[2].override { [] }
    expectEqual([family.resolve(1), family.resolve(2), family.resolve(3)], [[1, 0], [], [3]])
  }
}
