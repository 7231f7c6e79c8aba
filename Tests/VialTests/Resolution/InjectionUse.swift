import Vial

/// One use of Vial by code of the application.
struct InjectionUse {
  enum Kind: String, CaseIterable, Codable {
    case openScope, observe
    case resolve, resolveCached, resolveOnDemand, readConsumer, readWeakConsumer, readDynamicConsumer, assignConsumer
    case override, overrideFamily, rollBack, rollBackNewest, rollBackAll
    case provide, withdraw, clear, clearFamily, clearFlow
    case openBlock, endScope, runInScope, dropScope
    case cancelObservation, createKey, publishKey
  }

  let perform: @MainActor () -> Void

  /// Returns whether the use had its effect, when everything that was running is complete.
  let isDone: @MainActor () -> Bool
}

extension InjectionUse {
  /// Publishes the injections of a use, in the current scope.
  @MainActor static func prepared(_ kind: Kind) -> InjectionUse {
    switch kind {
    case .openScope, .openBlock, .endScope, .runInScope, .dropScope: scopes(kind)
    case .override, .overrideFamily, .rollBack, .rollBackNewest, .rollBackAll: overrides(kind)
    case .resolve, .resolveCached, .resolveOnDemand, .readConsumer, .readWeakConsumer, .readDynamicConsumer,
      .assignConsumer:
      reads(kind)
    case .provide, .withdraw: provisions(kind)
    case .clear, .clearFamily, .clearFlow: clearings(kind)
    case .observe, .cancelObservation: observations(kind)
    case .createKey, .publishKey: keys(kind)
    }
  }

  @MainActor private static func reads(_ kind: Kind) -> InjectionUse {
    let counter = InstanceCounter()
    let service = Injection(strategy: .singleton, instance: CountedObject(counter))
    let transient = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let owner = Owner(service)
    let otherOwner = OtherOwner(service)
    let assigned = CountedObject(InstanceCounter())
    if kind == .resolveCached { _ = service.resolve() }
    let result = Variable<CountedObject?>(nil)
    let perform: @MainActor () -> Void = {
      switch kind {
      case .readConsumer: result.content = owner.value
      case .readWeakConsumer: result.content = otherOwner.weakValue
      case .readDynamicConsumer: result.content = otherOwner.dynamicValue
      case .assignConsumer: owner.value = assigned
      case .resolveOnDemand: result.content = transient.resolve()
      default: result.content = service.resolve()
      }
    }
    return InjectionUse(perform: perform) {
      switch kind {
      case .assignConsumer: owner.value === assigned && counter.built == 0
      case .resolveOnDemand: result.content != nil && counter.built == 1
      default: service.resolve() === result.content && counter.built == 1
      }
    }
  }

  @MainActor private static func overrides(_ kind: Kind) -> InjectionUse {
    let number = Injection(strategy: .singleton, instance: 1)
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let isRollback = kind != .override && kind != .overrideFamily
    let token = isRollback ? number.override(with: 2) : nil
    if isRollback { _ = number.resolve() }
    let perform: @MainActor () -> Void = {
      switch kind {
      case .override: number.override(with: 2)
      case .overrideFamily: family.override(with: { $0 + 1 })
      case .rollBackNewest: number.rollbackOverride()
      case .rollBackAll: Overrides.rollbackAll()
      default: token?.rollback()
      }
    }
    return InjectionUse(perform: perform) {
      switch kind {
      case .override: number.resolve() == 2 && number.rollbackOverride() && number.resolve() == 1
      case .overrideFamily: family.resolve(1) == 2 && family.rollbackOverride() && family.resolve(1) == 1
      default: number.resolve() == 1 && number.overrideCount == 0
      }
    }
  }

  @MainActor private static func provisions(_ kind: Kind) -> InjectionUse {
    let required = Injection<Int>.required("a number")
    let provision = kind == .withdraw ? required.provide(with: 2) : nil
    return InjectionUse {
      if let provision { provision.withdraw() } else { required.provide(with: 2) }
    } isDone: {
      provision == nil ? required.resolve() == 2 && required.withdraw() : !required.isProvided
    }
  }

  @MainActor private static func clearings(_ kind: Kind) -> InjectionUse {
    let (counter, flow) = (InstanceCounter(), InjectionFlow("flow"))
    let family = InjectionFamily<Int, CountedObject>(strategy: .flow(flow)) { _ in CountedObject(counter) }
    _ = family.resolve(1)
    return InjectionUse {
      switch kind {
      case .clearFamily: family.clear()
      case .clearFlow: flow.clear()
      default: family[1].clear()
      }
    } isDone: {
      counter.alive == 0 && family.resolve(1).serial == 2
    }
  }

  @MainActor private static func scopes(_ kind: Kind) -> InjectionUse {
    let counter = InstanceCounter()
    let service = Injection(strategy: .singleton, instance: CountedObject(counter))
    let replacement = CountedObject(counter, "replacement")
    let isPrepared = kind != .openScope && kind != .openBlock
    let scope = Variable(isPrepared ? OverrideScope(.isolated) : nil)
    let resolved = Variable<CountedObject?>(nil)
    scope.content?.run { _ = service.resolve() }
    let built = counter.built
    let perform: @MainActor () -> Void = {
      switch kind {
      case .openScope: scope.content = OverrideScope(.isolated)
      case .openBlock:
        resolved.content = withOverrideScope(.isolated) {
          service.override(with: replacement)
          return service.resolve()
        }
      case .runInScope: resolved.content = scope.content?.run { service.resolve() }
      case .dropScope: scope.content = nil
      default: scope.content?.end()
      }
    }
    return InjectionUse(perform: perform) {
      switch kind {
      case .openScope:
        scope.content?.run {
          service.override(with: replacement)
          return service.resolve() === replacement
        } == true && service.resolve().name == "live"
      case .openBlock: resolved.content === replacement && service.resolve().name == "live"
      case .runInScope: resolved.content?.serial == built && service.resolve().serial > built
      default: counter.alive == 1 && service.resolve().serial > built
      }
    }
  }

  @MainActor private static func observations(_ kind: Kind) -> InjectionUse {
    let number = Injection(strategy: .singleton, instance: 1)
    let events = Variable(0)
    _ = number.resolve()
    let observation = Variable(kind == .observe ? nil : Injections.observe { _ in events.content += 1 })
    return InjectionUse {
      if let observation = observation.content {
        observation.cancel()
        events.content = 0
      } else {
        observation.content = Injections.observe { _ in events.content += 1 }
      }
    } isDone: {
      let earlier = events.content
      _ = number.resolve()
      let received = events.content - earlier
      return kind == .observe ? received == 1 && observation.content?.cancel() == true : events.content == 0
    }
  }

  @MainActor private static func keys(_ kind: Kind) -> InjectionUse {
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let key = Variable<Injection<Int>?>(nil)
    return InjectionUse {
      if kind == .createKey { key.content = family[1] } else { family.publish(1) { 2 } }
    } isDone: {
      kind == .createKey ? key.content == family[1] && family.resolve(1) == 1 : family.resolve(1) == 2
    }
  }
}

/// An object that consumes one injection weakly and dynamically.
@MainActor private final class OtherOwner {
  @WeakInstance var weakValue: CountedObject?
  @DynamicInstance var dynamicValue: CountedObject

  init(_ injection: Injection<CountedObject>) {
    _weakValue = WeakInstance(injection)
    _dynamicValue = DynamicInstance(injection)
  }
}
