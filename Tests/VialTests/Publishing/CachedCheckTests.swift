import Testing
import Vial

/// How long the cache retains validity checks (rule 6).
@MainActor struct CachedCheckTests {
  let counter = InstanceCounter()
  let checks = InstanceCounter()

  /// Returns a check that captures a counted object.
  private func check() -> @MainActor () -> Bool {
    let life = CountedObject(checks)
    return { withExtendedLifetime(life) { true } }
  }

  @Test func validityCheckIsReleasedWithItsInstance() {
    let injection = Injection(strategy: .cached { check() }, instance: CountedObject(counter))

    _ = injection.resolve()
    #expect(checks.alive == 1)
    injection.clear()

    #expect(checks.alive == 0)
    #expect(counter.alive == 0)
  }

  @Test func scopesAndFamiliesCreatedByAFactoryAreReleasedWhileItRuns() {
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let api = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outer = Injection<Bool>(strategy: .singleton) { [counter] in
      for _ in 0..<100 {
        let local = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] _ in
          CountedObject(counter)
        }
        withOverrideScope {
          api.override(with: CountedObject(counter, "mock"))
          _ = api.resolve()
          for key in 0..<40 { _ = (family.resolve(key), local.resolve(key)) }
        }
      }
      return counter.alive == 0
    }

    #expect(outer.resolve())
  }

}
