import Testing
import Vial

/// The end of a scope while an instance is being built in it.
@MainActor struct ScopeEndDuringBuildTests {
  @Test func aScopeThatEndsWhileAValidityCheckIsMadeRetainsNoInstance() {
    let counter = InstanceCounter()
    let scope = OverrideScope()
    let strategy = InjectionStrategy.cached {
      scope.end()
      return { true }
    }
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))

    scope.run { _ = injection.resolve() }

    #expect(counter.alive == 0)
  }
}
