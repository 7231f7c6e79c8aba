import Testing
import Vial

/// What is built while a scope makes room for something else is not built again (rules 3 and 21).
@MainActor struct OverrideScopeRoomTests {
  let tally = Tally()

  @Test(arguments: 31...33)
  func aSingletonThatWhatDiesHasBuiltOutsideIsReused(count: Int) {
    let late = Injection(strategy: .singleton, instance: Probe(tally))
    let outside = Owner(late)

    withOverrideScope {
      for _ in 0..<count {
        let farewell = Farewell { _ = outside.value }
        let used = Injection<Int>(strategy: .shared) { withExtendedLifetime(farewell) { 1 } }
        _ = used.resolve()
      }
      let inside = late.resolve()
      if outside.isResolved { #expect(outside.value === inside) }
      #expect(late.resolve() === inside)
    }
  }

  @Test func aSingletonThatTheCheckOfAKeyHasBuiltOutsideIsReused() {
    let late = Injection(strategy: .singleton, instance: Probe(tally))
    let outside = Owner(late)
    let reads = Box(false)
    let family = InjectionFamily<Int, Int>(
      strategy: .cached {
        {
          if reads.content { _ = outside.value }
          return true
        }
      }
    ) { $0 }

    withOverrideScope {
      for key in 0..<32 { _ = family.resolve(key) }
      reads.content = true
      let inside = late.resolve()
      if outside.isResolved { #expect(outside.value === inside) }
    }
    #expect(tally.built == 1)
  }

  @Test func theScopesOwnInstanceIsProvidedAlsoIfItIsBuiltDuringTheResolve() {
    let work = Box<(@MainActor () -> Void)?>(nil)
    let injection = Injection(
      strategy: .cached {
        {
          work.content.take()?()
          return true
        }
      },
      instance: Probe(tally)
    )
    let (scope, around) = (OverrideScope(), Owner(injection))
    scope.run {
      _ = Injection(strategy: .shared, instance: 1).resolve()
      _ = injection.resolve()
      var inside: Probe?
      work.content = {
        injection.clear()
        let farewell = Farewell {
          guard inside == nil else { return }
          inside = scope.run { injection.resolve() }
          _ = around.value
        }
        for _ in 0..<40 {
          let used = Injection<Int>(strategy: .shared) { withExtendedLifetime(farewell) { 1 } }
          _ = used.resolve()
        }
      }

      let provided = injection.resolve()

      #expect(provided === injection.resolve())
    }
    scope.end()
  }
}
