#if DEBUG
import Vial

/// A use of an instance, whose effect depends on the test that uses it.
@MainActor struct InstanceUse {
  let declaration: InjectionDeclaration
  let isLive: Bool

  /// The scope in which the injection was resolved.
  let scope: OverrideScope

  /// The consumer that was read; `nil` for a plain resolve.
  let consumer: AnyConsumer?

  init(of resolve: ScopedResolve, in scope: OverrideScope, by consumer: AnyConsumer?) {
    declaration = resolve.declaration
    isLive = resolve.isLive
    self.scope = scope
    self.consumer = consumer
  }

  /// Whether the consumer is being filled, so that the receiver of the scope reports a live use.
  var isFirstRead: Bool {
    consumer != nil && Engine.innermostReader === consumer
  }

  /// The name of the user of the instance, in messages.
  var user: String { consumer?.nameInMessages ?? declaration.description }

  /// The line of the consumer, or of the publication.
  var callSite: CallSite { consumer?.callSite ?? declaration.callSite }

  /// The effect for a test that uses the instance: a warning if an override has made the instance or should have made it, otherwise
  /// the effect of a live instance.
  func effect(for test: Participant) -> LiveUse {
    let liveEffect = isLive ? effectOfLiveInstance(for: test) : .allowed
    let isOverridden = scope.sees(anOverrideOf: declaration) || test.scope.sees(anOverrideOf: declaration)
    return liveEffect == .allowed && isOverridden ? .warns : liveEffect
  }

  /// The effect of a live instance, by the policy and the permissions of a test.
  ///
  /// The instance exists, so the policy `.stops` cannot prevent it.
  func effectOfLiveInstance(for test: Participant) -> LiveUse {
    isPermitted(by: test, test.scope.permissionsOfTests) ? .allowed : min(test.policy, .fails)
  }

  /// Whether the module of a test publishes the injection, or permissions apply to it.
  func isPermitted(by test: Participant, _ permissions: [Permissions]) -> Bool {
    if test.identity.publishes(declaration) { return true }
    for permissions in permissions {
      let applies = permissions.contain(declaration) { permission in
        permission.applies(to: test.identity, includingDependencies: false)
      }
      if applies { return true }
    }
    return false
  }
}

extension OverrideScope {
  /// Whether this scope sees an override of an injection or of its family.
  func sees(anOverrideOf declaration: InjectionDeclaration) -> Bool {
    run { Overrides.active.contains { $0.declaration == declaration || $0.declaration == declaration.family } }
  }
}
#endif
