import Testing
import Vial

/// Consumers, tasks and models belong to the scope in which they were created, also after its end (rules 19 and 21).
@MainActor struct ScopeMembershipTests {
  let counter = InstanceCounter()

  @Test func consumerBelongsToTheScopeInWhichItWasCreated() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let outside = Owner(injection)

    withOverrideScope {
      injection.override(with: "outer")
      let (outer, other) = (Owner(injection), Owner(injection))
      withOverrideScope(.isolated) {
        injection.override(with: "inner")
        expectEqual(outer.value, "outer")
        expectEqual(outside.value, "live")
        expectEqual(Owner(injection).value, "inner")
      }
      expectEqual(other.value, "outer")
    }
  }

  // MARK: Models that a scope returns

  @Test func allOverridesOfAnEndedScopeStayInForce() {
    for kind in OverrideScope.Kind.all {
      let injection = Injection(strategy: .singleton, instance: "live")
      let other = Injection(strategy: .singleton, instance: "other")
      let forwarding = Injection(strategy: .singleton, instance: "live")
      let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
      let required = Injection<String>.required("a word")

      let models = withOverrideScope(kind) {
        injection.override(with: { "1(\($0.resolve()))" })
        injection.override(with: { "2(\($0.resolve()))" })
        forwarding.override(with: other)
        let token = other.override(with: "gone")
        other.override(with: "mock")
        token.rollback()
        other.override(with: "also gone").rollback()
        family.override(with: { "mock \($0)" })
        family[1].override(with: "key")
        required.provide(with: "provided")
        return [injection, forwarding, other, family[1], family[2], required].map { Owner($0) }
      }

      expectEqual(models.map(\.value), ["2(1(live))", "mock", "mock", "key", "mock 2", "provided"], "\(kind)")
      expectEqual([injection, forwarding, other, family[1]].map { $0.resolve() }, ["live", "live", "other", "1"])
      expect(!required.isProvided, "\(kind)")
    }
  }
}

/// An instance that is built after the end of its scope is shared while it is retained (rule 21).
@MainActor struct LateWorkTests {
  let counter = InstanceCounter()

  @Test func membersOfAnEndedScopeShareALateObjectUntilItIsReleased() {
    for ((strategy, kind), isReplaced) in pairs(pairs(Strategies.caching, OverrideScope.Kind.all), [false, true]) {
      let injection = Injection(strategy: strategy, instance: CountedObject(counter))
      let (first, second, reference, scope) = withOverrideScope(kind) {
        if isReplaced { injection.override(with: CountedObject(counter, "mock")) }
        _ = injection.resolve()
        return (Owner(injection), Owner(injection), Reference(injection), OverrideScope.current)
      }
      let built = counter.built
      expectEqual(counter.alive, 0, "\(strategy), \(kind)")

      let late = Variable<CountedObject?>(first.value)
      expectEqual(late.content?.name, isReplaced ? "mock" : "live", "\(strategy), \(kind)")
      expect(second.value === late.content, "\(strategy), \(kind)")
      expect(reference.value === late.content, "\(strategy), \(kind)")
      expect(scope.run { injection.resolve() } === late.content, "\(strategy), \(kind)")
      expect(scope.run { Owner(injection) }.value === late.content, "\(strategy), \(kind)")
      expect(injection.current == nil, "\(strategy), \(kind)")
      expectEqual(counter.built, built + 1, "\(strategy), \(kind)")

      // The last reference of any kind releases it.
      first.reset()
      second.reset()
      expectEqual(counter.alive, 1, "\(strategy), \(kind)")
      late.content = nil
      expectEqual(counter.alive, 0, "\(strategy), \(kind)")
      expectEqual(second.value.serial, built + 2, "\(strategy), \(kind)")
      expect(first.value === second.value, "\(strategy), \(kind)")
    }
  }

  @Test func lateValuesAndOnDemandInstancesAreNotShared() {
    for strategy in Strategies.all {
      let values = InstanceCounter()
      let value = Injection(strategy: strategy, instance: [CountedObject(values)])
      let onDemand = Injection(strategy: .onDemand, instance: CountedObject(counter))
      let (scope, owners) = withOverrideScope(.isolated) {
        (OverrideScope.current, [Owner(onDemand), Owner(onDemand)])
      }

      scope.run {
        expectEqual(value.resolve().first?.serial, 1, "\(strategy)")
        expectEqual(value.resolve().first?.serial, 2, "\(strategy)")
        expect(value.current == nil, "\(strategy)")
      }
      expectEqual(values.alive, 0, "\(strategy)")
      expect(owners[0].value !== owners[1].value)
      expect(owners[0].value === owners[0].value)
    }
  }
}
