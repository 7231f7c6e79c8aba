import Testing
import Vial

/// The instances that a scope reuses, builds and caches (rules 2, 17 and 20).
@MainActor struct ScopeCachingTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  // MARK: Instances built outside and inside

  @Test func inheritingScopeReusesInstancesOutsideAndCachesItsOwn() {
    for (style, strategy) in pairs(PublicationStyle.allCases, Strategies.caching) {
      let alive = publications.publish(style, strategy) { CountedObject(counter, "alive") }
      let absent = publications.publish(style, strategy) { CountedObject(counter, "absent") }
      let outside = alive.resolve()

      withOverrideScope {
        let inside = absent.resolve()
        expect(alive.resolve() === outside, "\(style), \(strategy)")
        expect(absent.resolve() === inside, "\(style), \(strategy)")
        expect(absent.current === inside, "\(style), \(strategy)")
        withOverrideScope {
          expect(alive.resolve() === outside, "\(style), \(strategy)")
          expect(absent.resolve() === inside, "\(style), \(strategy)")
        }
        withOverrideScope(.isolated) {
          expect(alive.resolve() !== outside, "\(style), \(strategy)")
          expect(absent.resolve() !== inside, "\(style), \(strategy)")
        }
      }

      expect(absent.current == nil, "\(style), \(strategy)")
      expect(alive.resolve() === outside, "\(style), \(strategy)")
      alive.clear()
    }
  }

  // MARK: Implementations and contexts

  /// The context of a required injection is evaluated at each resolve.
  @Test func providingAndContextsTakeEffectAtTheNextResolve() {
    let context = InjectionContext("changing") { MainActor.assumeIsolated { Changing.isActive } }
    let required = Injection<CountedObject>.required("an object")
    let injection = required.when(context, instance: CountedObject(counter, "context"))

    withOverrideScope {
      let outer = OverrideScope.current
      let first = injection.provide(with: CountedObject(counter, "first"))
      withOverrideScope {
        expectEqual(resolveRepeatedly(injection).name, "first")
        let second = injection.provide(with: CountedObject(counter, "second"))
        expectEqual(resolveRepeatedly(injection).name, "second")
        Changing.isActive = true
        expectEqual(resolveRepeatedly(injection).name, "context")
        Changing.isActive = false
        expect(second.withdraw())
        expectEqual(resolveRepeatedly(injection).name, "first")
        outer.run { expect(first.withdraw()) }
        expect(!injection.isProvided)
        outer.run { _ = injection.provide(with: CountedObject(counter, "third")) }
        expectEqual(resolveRepeatedly(injection).name, "third")
      }
    }
  }
}

@MainActor private enum Changing {
  static var isActive = false
}
