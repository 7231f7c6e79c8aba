import Testing
import Vial

/// Factories and deinitializers that use the injection whose instance they build or release (rules 3, 6, 17 and 24).
@Suite(.checksInvariants) @MainActor struct ReentrancyTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  // MARK: Factories

  @Test func overrideMadeByAFactoryTakesEffectAtTheNextResolve() {
    for (style, strategy) in pairs(PublicationStyle.allCases, Strategies.all) {
      let box = Variable<Injection<CountedObject>?>(nil)
      let inner = Variable<CountedObject?>(nil)
      let injection = publications.publish(style, strategy) {
        if let injection = box.content.take() {
          injection.override(with: CountedObject(counter, "mock"))
          inner.content = injection.resolve()
        }
        return CountedObject(counter)
      }

      for kind in OverrideScope.Kind.all {
        box.content = injection
        withOverrideScope(kind) {
          expectEqual(injection.resolve().name, "live", "\(style), \(strategy), \(kind)")
          expectEqual(inner.content?.name, "mock", "\(style), \(strategy), \(kind)")
          expectEqual(injection.resolve().name, "mock", "\(style), \(strategy), \(kind)")
          expect(injection.rollbackOverride())
          expectEqual(injection.resolve().name, "live", "\(style), \(strategy), \(kind)")
        }
      }
    }
  }

  @Test func rollbackByAFactoryTakesEffectAtTheNextResolve() {
    for (style, strategy) in pairs(PublicationStyle.allCases, Strategies.all) {
      let injection = publications.publish(style, strategy) { CountedObject(counter) }
      let inner = Variable<CountedObject?>(nil)
      injection.override(with: { _ in
        expect(injection.rollbackOverride())
        inner.content = injection.resolve()
        return CountedObject(counter, "mock")
      })

      expectEqual(injection.resolve().name, "mock", "\(style), \(strategy)")
      expectEqual(inner.content?.name, "live", "\(style), \(strategy)")
      expectEqual(injection.resolve().name, "live", "\(style), \(strategy)")
      expect(!injection.isOverridden, "\(style), \(strategy)")
      injection.clear()
    }
  }

  @Test func instanceWithManyDependenciesIsCachedInItsScope() {
    for (style, needs) in pairs(PublicationStyle.allCases, [1, 20, 200]) {
      let parts = (0..<needs).map { Injection(strategy: .singleton, instance: $0) }
      let whole = publications.publish(style, .singleton) {
        CountedObject(counter, parts: parts.map { $0.resolve() })
      }

      withOverrideScope(.isolated) {
        let built = whole.resolve()
        expectEqual(built.parts.count, needs)
        expect(whole.resolve() === built, "\(style), \(needs) dependencies")
      }
    }
  }

  // MARK: Builds of one injection in two scopes

  @Test func injectionCanBeBuiltInTwoScopesAtTheSameTime() {
    for (style, strategy) in pairs(PublicationStyle.allCases, Strategies.all) {
      // The factory runs other work while it builds, as a nested run loop does.
      let runLoop = Variable<(@MainActor () -> Void)?>(nil)
      let injection = publications.publish(style, strategy) {
        runLoop.content.take()?()
        return CountedObject(counter)
      }
      let (inheriting, isolated) = (OverrideScope(), OverrideScope(.isolated))
      for (first, second) in [(inheriting, isolated), (isolated, inheriting), (.global, isolated)] {
        let other = Variable<CountedObject?>(nil)
        runLoop.content = { other.content = second.run { injection.resolve() } }

        let probe = first.run { injection.resolve() }

        expect(other.content != nil && other.content !== probe, "\(style), \(strategy)")
        if "\(strategy)" != "onDemand" {
          expect(first.run { injection.resolve() } === probe, "\(style), \(strategy)")
          expect(second.run { injection.resolve() } === other.content, "\(style), \(strategy)")
        }
        for scope in [first, second] { scope.run { injection.clear() } }
      }
    }
  }

  @Test func scopeKeepsItsOwnInstanceIfItsFactoryReadsTheOuterInstance() {
    for style in PublicationStyle.allCases {
      let box = Variable<(Injection<CountedObject>, Owner<CountedObject>)?>(nil)
      let injection = publications.publish(style, .singleton) {
        guard let (injection, outside) = box.content.take() else { return CountedObject(counter, "outside") }
        _ = outside.value
        return CountedObject(counter, "inside", parts: [injection.resolve()])
      }
      box.content = (injection, Owner(injection))

      withOverrideScope {
        let inside = injection.resolve()
        expectEqual(inside.name, "inside", "\(style)")
        expectEqual((inside.parts.first as? CountedObject)?.name, "outside", "\(style)")
        expect(injection.resolve() === inside, "\(style)")
      }

      expectEqual(injection.resolve().name, "outside", "\(style)")
    }
  }

  // MARK: Deinitializers

  @Test func deinitializerOfAnExpiredInstanceCanResolveItsSuccessor() {
    for (style, kind) in pairs(PublicationStyle.allCases, [.none] + OverrideScope.Kind.all.map(Optional.some)) {
      let (built, hasExpired) = (Variable(0), Variable(false))
      let box = Variable<Injection<OnDeinit>?>(nil)
      let successor = Variable<OnDeinit?>(nil)
      let validity = InjectionStrategy.cached {
        let isFirst = built.content == 1
        return { !isFirst || !hasExpired.content }
      }
      let injection = publications.publish(style, validity) {
        built.content += 1
        return OnDeinit { if let box = box.content { successor.content = box.resolve() } }
      }
      func run() {
        expect(injection.resolve() === injection.resolve())
        (box.content, hasExpired.content) = (injection, true)
        let second = injection.resolve()
        expect(successor.content === second, "\(style), \(String(describing: kind))")
        expect(injection.resolve() === second, "\(style), \(String(describing: kind))")
        expectEqual(built.content, 2, "\(style), \(String(describing: kind))")
        (box.content, successor.content) = (nil, nil)
      }

      if let kind { withOverrideScope(kind, run) } else { run() }
    }
  }
}
