import Vial

/// A place where code of the application runs and may use injections.
enum ApplicationCode: String, CaseIterable, Codable {
  case factory, factoryOfAnOverride, decorator, factoryOfAFamily, factoryOfAnOverriddenFamily
  case factoryOfAnImplementation, factoryOfAContext, factoryOfTheOriginal
  case consumerExpression, weakConsumerExpression, closureThatMakesACheck
  case observer, observerThatIsCancelled
  case deinitializerAfterClear, deinitializerAfterAFlow, deinitializerAfterAnExpiry, deinitializerAfterARollback
  case deinitializerAfterAWithdrawal, deinitializerAfterAReplacement, deinitializerOfASharedInstance
  case deinitializerAtTheEndOfAScope, deinitializerOfAnEndedScope, deinitializerOfADroppedScope
  case deinitializerDuringACompactionOfKeys, deinitializerDuringACompactionOfAScope, deinitializerOfAnOverride
  case deinitializerOfAnObserver, deinitializerOfAFactory, deinitializerOfAKey
  case deinitializerOfAPublishedFactory, deinitializerOfAnAssignedInstance, deinitializerOfACheck
  case releaseActionAfterClear, releaseActionAfterAFlow, releaseActionAfterAnExpiry, releaseActionAfterARollback
  case releaseActionAfterAWithdrawal, releaseActionAtTheEndOfAScope, releaseActionDuringACompactionOfKeys
}

extension ApplicationCode {
  /// Runs an action once in this place, and returns when everything that was running is complete.
  @MainActor func run(_ action: @escaping @MainActor () -> Void) {
    switch self {
    case .factory, .factoryOfAnOverride, .decorator, .factoryOfAFamily, .factoryOfAnOverriddenFamily,
      .factoryOfAnImplementation, .factoryOfAContext, .factoryOfTheOriginal:
      runInAFactory(action)
    case .consumerExpression, .weakConsumerExpression, .closureThatMakesACheck, .observer, .observerThatIsCancelled:
      runInAnExpression(action)
    case .deinitializerAtTheEndOfAScope, .deinitializerOfAnEndedScope, .deinitializerOfADroppedScope,
      .releaseActionAtTheEndOfAScope, .deinitializerDuringACompactionOfAScope:
      runInAScope(action)
    case .deinitializerAfterAWithdrawal, .deinitializerAfterAReplacement, .releaseActionAfterAWithdrawal:
      runAfterAnImplementation(action)
    case .deinitializerOfAnOverride, .deinitializerOfAnObserver, .deinitializerOfAFactory, .deinitializerOfAKey,
      .deinitializerOfAPublishedFactory, .deinitializerOfAnAssignedInstance,
      .deinitializerOfACheck:
      runInADeinitializer(action)
    case .deinitializerOfASharedInstance: releaseASharedInstance(action)
    case .deinitializerDuringACompactionOfKeys, .releaseActionDuringACompactionOfKeys:
      runDuringACompactionOfKeys(action)
    case .deinitializerAfterClear, .deinitializerAfterAFlow, .deinitializerAfterAnExpiry, .deinitializerAfterARollback,
      .releaseActionAfterClear, .releaseActionAfterAFlow, .releaseActionAfterAnExpiry, .releaseActionAfterARollback:
      runAfterAnEviction(action)
    }
  }

  @MainActor private func runInAFactory(_ action: @escaping @MainActor () -> Void) {
    let number = Injection(strategy: .singleton, instance: 1)
    let build: @MainActor () -> Int = {
      action()
      return 2
    }
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { key in self == .factoryOfAFamily ? build() : key }
    let required = Injection<Int>.required("a number")
    switch self {
    case .factoryOfAnOverride: number.override { build() }
    case .decorator: number.override(with: { original in original.resolve() + build() })
    case .factoryOfAnOverriddenFamily: family.override(with: { _ in build() })
    case .factoryOfAnImplementation: required.provide { build() }
    default: break
    }
    switch self {
    case .factoryOfAnOverride, .decorator: _ = number.resolve()
    case .factoryOfAFamily, .factoryOfAnOverriddenFamily: _ = family.resolve(1)
    case .factoryOfAnImplementation: _ = required.resolve()
    case .factoryOfAContext: _ = number.when(InjectionContext("always") { true }) { build() }.resolve()
    case .factoryOfTheOriginal:
      let original = Injection(strategy: .shared) { build() }
      original.override(with: { original in original.resolve() })
      _ = original.resolve()
    default: _ = Injection(strategy: .singleton) { build() }.resolve()
    }
  }

  @MainActor private func runInAnExpression(_ action: @escaping @MainActor () -> Void) {
    let number = Injection(strategy: .singleton, instance: 1)
    let expression: @MainActor () -> Injection<Int> = {
      action()
      return number
    }
    switch self {
    case .weakConsumerExpression: _ = ExpressionOwner(expression).weakValue
    case .closureThatMakesACheck:
      let strategy = InjectionStrategy.cached {
        action()
        return { true }
      }
      _ = Injection(strategy: strategy, instance: 1).resolve()
    case .observer, .observerThatIsCancelled:
      var observation: InjectionObservation?
      var hasRun = false
      observation = Injections.observe { _ in
        guard !hasRun else { return }
        hasRun = true
        if self == .observerThatIsCancelled { observation?.cancel() }
        action()
      }
      _ = number.resolve()
      observation?.cancel()
    default: _ = ExpressionOwner(expression).value
    }
  }

  @MainActor private func runInAScope(_ action: @escaping @MainActor () -> Void) {
    let held = heldObject(action)
    let outer = OverrideScope.current
    withExtendedLifetime(outer) {
      var scope: OverrideScope? = OverrideScope(.isolated)
      scope?.run {
        switch self {
        case .deinitializerOfAnEndedScope: overrideOwning(OnDeinit(action))
        case .deinitializerDuringACompactionOfAScope: runDuringACompactionOfTheScope(action)
        default: _ = held.resolve()
        }
      }
      if self != .deinitializerOfADroppedScope { scope?.end() }
      scope = nil
    }
  }

  /// Overrides an injection with a factory that owns an object.
  @MainActor private func overrideOwning(_ object: OnDeinit) {
    Injection(strategy: .singleton, instance: 1).override { withExtendedLifetime(object) { 2 } }
  }

  /// Runs an action when the scope forgets an instance that has expired.
  @MainActor private func runDuringACompactionOfTheScope(_ action: @escaping @MainActor () -> Void) {
    let clock = ManualClock()
    let strategy = InjectionStrategy.expiring(after: .seconds(1), clock: clock)
    for number in 0..<20 {
      _ = Injection(strategy: strategy, instance: OnDeinit { if number == 1 { action() } }).resolve()
    }
    clock.advance(by: .seconds(2))
    for number in 0..<100 { _ = Injection(strategy: .singleton, instance: number).resolve() }
  }

  @MainActor private func runAfterAnImplementation(_ action: @escaping @MainActor () -> Void) {
    let isReleaseAction = self == .releaseActionAfterAWithdrawal
    var required = Injection<OnDeinit>.required("an object")
    if isReleaseAction { required = required.onRelease { _ in action() } }
    required.provide(with: OnDeinit { if !isReleaseAction { action() } })
    _ = required.resolve()
    if self == .deinitializerAfterAReplacement { required.provide(with: OnDeinit {}) } else { required.withdraw() }
  }

  @MainActor private func runInADeinitializer(_ action: @escaping @MainActor () -> Void) {
    let number = Injection(strategy: .singleton, instance: 1)
    var object: OnDeinit? = OnDeinit(action)
    switch self {
    case .deinitializerOfAnOverride:
      number.override { [object] in withExtendedLifetime(object) { 2 } }
      object = nil
      number.rollbackOverride()
    case .deinitializerOfAnObserver:
      let observation = Injections.observe { [object] _ in withExtendedLifetime(object) {} }
      object = nil
      observation.cancel()
    case .deinitializerOfAFactory:
      var injection: Injection? = Injection(strategy: .singleton) { [object] in withExtendedLifetime(object) { 1 } }
      object = nil
      precondition(injection?.isOverridden == false)
      injection = nil
    case .deinitializerOfAKey:
      let family = InjectionFamily<ObjectKey, Int>(strategy: .shared) { $0.number }
      _ = family.resolve(ObjectKey(number: -1, object: object))
      object = nil
      for number in 0..<100 { _ = family.resolve(ObjectKey(number: number, object: nil)) }
    case .deinitializerOfAPublishedFactory:
      let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
      family.publish(1) { [object] in withExtendedLifetime(object) { 2 } }
      object = nil
      family.publish(1) { 3 }
    case .deinitializerOfAnAssignedInstance:
      let owner = Owner(Injection(strategy: .singleton, instance: object))
      owner.value = object
      object = nil
      owner.reset()
    case .deinitializerOfACheck:
      var makeCheck: (@MainActor () -> @MainActor () -> Bool)? = { [object] in { object != nil } }
      let checked = Injection(strategy: .cached { makeCheck?() ?? { true } }, instance: 1)
      _ = checked.resolve()
      (makeCheck, object) = (nil, nil)
      checked.clear()
    default: break
    }
  }

  @MainActor private func releaseASharedInstance(_ action: @escaping @MainActor () -> Void) {
    var owner: Owner<OnDeinit>? = Owner(Injection(strategy: .shared, instance: OnDeinit(action)))
    _ = owner?.value
    owner = nil
  }

  /// Runs an action when a family forgets the key of an instance that has expired.
  @MainActor private func runDuringACompactionOfKeys(_ action: @escaping @MainActor () -> Void) {
    let isReleaseAction = self == .releaseActionDuringACompactionOfKeys
    let clock = ManualClock()
    var family = InjectionFamily<Int, OnDeinit>(strategy: .expiring(after: .seconds(1), clock: clock)) { key in
      OnDeinit { if key == 1, !isReleaseAction { action() } }
    }
    var isFirst = true
    if isReleaseAction {
      family = family.onRelease { _ in
        guard isFirst else { return }
        isFirst = false
        action()
      }
    }
    for key in 0..<20 { _ = family.resolve(key) }
    clock.advance(by: .seconds(2))
    for key in 20..<100 { _ = family.resolve(key) }
  }

  @MainActor private func runAfterAnEviction(_ action: @escaping @MainActor () -> Void) {
    let flow = InjectionFlow("flow")
    var isValid = true
    let isExpiry = self == .deinitializerAfterAnExpiry || self == .releaseActionAfterAnExpiry
    let strategy: InjectionStrategy = isExpiry ? .cached { { isValid } } : .flow(flow)
    let held = heldObject(action, strategy)
    let other = Injection(strategy: .singleton, instance: 1)
    let isRollback = self == .deinitializerAfterARollback || self == .releaseActionAfterARollback
    let token = isRollback ? other.override(with: 2) : nil
    _ = held.resolve()
    isValid = false
    switch self {
    case .deinitializerAfterClear, .releaseActionAfterClear: held.clear()
    case .deinitializerAfterAFlow, .releaseActionAfterAFlow: flow.clear()
    case .deinitializerAfterARollback, .releaseActionAfterARollback: token?.rollback()
    default: _ = held.resolve()
    }
  }

  /// An injection whose first instance runs an action when it is released.
  @MainActor private func heldObject(
    _ action: @escaping @MainActor () -> Void,
    _ strategy: InjectionStrategy = .singleton
  ) -> Injection<OnDeinit> {
    var remaining: (@MainActor () -> Void)? = action
    let runOnce: @MainActor () -> Void = {
      let action = remaining
      remaining = nil
      action?()
    }
    guard rawValue.hasPrefix("releaseAction") else { return Injection(strategy: strategy, instance: OnDeinit(runOnce)) }
    return Injection(strategy: strategy, instance: OnDeinit {}).onRelease { _ in runOnce() }
  }
}

/// An object whose consumers evaluate an expression.
@MainActor private final class ExpressionOwner {
  @Instance var value: Int
  @WeakInstance var weakValue: Int?

  init(_ expression: @escaping @MainActor () -> Injection<Int>) {
    _value = Instance(expression())
    _weakValue = WeakInstance(expression())
  }
}

/// A key that owns an object.
private struct ObjectKey: Hashable {
  let number: Int
  let object: OnDeinit?

  static func == (lhs: ObjectKey, rhs: ObjectKey) -> Bool { lhs.number == rhs.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
