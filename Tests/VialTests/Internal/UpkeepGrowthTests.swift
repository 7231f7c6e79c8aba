import Testing
import Vial

/// What is alive is looked through only when its number has doubled (rule 29).
///
/// Whoever looks through it asks the checks of what expires, and that can be counted.
@MainActor struct UpkeepGrowthTests {
  let asked = Box(0)

  private var strategy: InjectionStrategy {
    .cached { [asked] in
      {
        asked.content += 1
        return true
      }
    }
  }

  @Test(arguments: [500, 4_000])
  func manyKeysThatAreAliveAreLookedThroughFewTimes(count: Int) {
    let family = InjectionFamily<Int, Int>(strategy: strategy) { $0 }

    for key in 0..<count { _ = family.resolve(key) }

    #expect(asked.content <= 4 * count)
  }

  @Test(arguments: [500, 4_000])
  func manyInjectionsThatAreAliveInAScopeAreLookedThroughFewTimes(count: Int) {
    let injections = (0..<count).map { Injection(strategy: strategy, instance: $0) }

    withOverrideScope(.isolated) {
      for injection in injections { _ = injection.resolve() }
    }

    #expect(asked.content <= 4 * count)
  }
}
