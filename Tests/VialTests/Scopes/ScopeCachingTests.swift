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

  /// Many other injections make the scope forget the entries of deallocated instances.
  @Test func instanceBuiltOutsideLaterIsReusedOnlyWithoutAnInstanceInTheScope() {
    for (style, others) in pairs(PublicationStyle.allCases, [0, TestSize.of(40, thorough: 400)]) {
      let shared = publications.publish(style, .shared) { CountedObject(counter) }
      let singleton = publications.publish(style, .singleton) { CountedObject(counter) }
      let outside = (Owner(shared), Owner(singleton))

      withOverrideScope {
        _ = shared.resolve()
        let inside = singleton.resolve()
        expect(outside.0.value === shared.current, "\(style), \(others) others")
        expect(outside.1.value !== inside, "\(style), \(others) others")
        for _ in 0..<others { _ = Injection(strategy: .singleton, instance: 1).resolve() }
        expect(shared.resolve() === outside.0.value, "\(style), \(others) others")
        expect(singleton.resolve() === inside, "\(style), \(others) others")
      }
      outside.1.reset()
      singleton.clear()
    }
    expectEqual(counter.alive, 0)
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

  // MARK: Factories and deinitializers

  @Test func factoryCanReadAnOuterConsumerOfItsOwnInjection() {
    for (style, strategy) in pairs(PublicationStyle.allCases, Strategies.all) {
      let outside = Box<Owner<CountedObject>?>(nil)
      let isInside = Box(false)
      let injection = publications.publish(style, strategy) {
        guard !isInside.content else { return CountedObject(counter, "outside") }
        isInside.content = true
        return CountedObject(counter, "inside", parts: [outside.content?.value as Any])
      }
      outside.content = Owner(injection)

      withOverrideScope(.isolated) {
        let inside = injection.resolve()
        expectEqual(inside.name, "inside", "\(style), \(strategy)")
        expectEqual((inside.parts.first as? CountedObject)?.name, "outside", "\(style), \(strategy)")
      }

      expectEqual(outside.content?.value.name, "outside", "\(style), \(strategy)")
      outside.content = nil
    }
  }

  /// An instance that has expired outside is released in its own scope, also by a resolve inside.
  @Test func instanceBuiltOutsideByADeinitializerIsReused() {
    for (style, isObserved) in pairs(PublicationStyle.allCases, [false, true]) {
      let observation = isObserved ? Injections.observe { _ in } : nil
      defer { observation?.cancel() }
      let (built, hasExpired) = (Box(0), Box(false))
      let resolveInDeinit = Box<(@MainActor () -> Void)?>(nil)
      let strategy = InjectionStrategy.cached {
        let isFirst = built.content == 1
        return { !isFirst || !hasExpired.content }
      }
      let injection = publications.publish(style, strategy) {
        built.content += 1
        return OnDeinit { resolveInDeinit.content.take()?() }
      }

      withOverrideScope(.isolated) {
        expect(injection.resolve() === injection.resolve())
        resolveInDeinit.content = { _ = injection.resolve() }
        hasExpired.content = true
        let inside = withOverrideScope {
          expect(injection.resolve() === injection.resolve(), "\(style), observed: \(isObserved)")
          return injection.resolve()
        }
        expect(injection.resolve() === inside, "\(style), observed: \(isObserved)")
        expectEqual(built.content, 2, "\(style), observed: \(isObserved)")
      }
    }
  }

  @Test func overrideMadeByADeinitializerTakesEffect() {
    for (style, kind) in pairs(PublicationStyle.allCases, OverrideScope.Kind.all) {
      let isOver = Box(false)
      let died = Box<Set<Int>>([])

      withOverrideScope(kind) {
        var lost: [Int] = []
        for number in 0..<TestSize.of(60, thorough: 300) {
          let target = publications.publish(style, .onDemand) { CountedObject(counter) }
          do {
            let onDeinit = OnDeinit {
              guard !isOver.content else { return }
              died.content.insert(number)
              target.override(with: CountedObject(counter, "mock"))
            }
            let dying = Injection(strategy: .onDemand, instance: [onDeinit].count)
            expectEqual(dying.resolve(), 1)
          }
          _ = target.resolve()
          let name = target.resolve().name
          if name != (died.content.contains(number) ? "mock" : "live") { lost.append(number) }
        }
        expectEqual(lost, [], "\(style), \(kind)")
        isOver.content = true
      }
    }
  }
}

@MainActor private enum Changing {
  static var isActive = false
}
