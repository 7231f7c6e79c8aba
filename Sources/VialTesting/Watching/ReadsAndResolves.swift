#if DEBUG
import Vial

/// Examines reads of consumers and resolves of injections that are not live uses, in debug builds.
///
/// `LiveUses` examines the resolves of live implementations, in all builds.
@MainActor enum ReadsAndResolves {
  static func observe() {
    TestHooks.onRead = { consumer in didRead(consumer) }
    TestHooks.onResolve = { scope, resolve in willResolve(in: scope, resolve) }
  }

  private static func didRead(_ consumer: AnyConsumer) {
    guard let resolve = consumer.lastResolve else { return }
    let use = InstanceUse(of: resolve, in: consumer.scope, by: consumer)
    if use.scope.testScope == nil {
      KeptInstances.check(use, resolvedAt: resolve.moment)
    } else {
      ForeignInstances.check(use)
    }
  }

  private static func willResolve(in scope: OverrideScope, _ resolve: () -> ScopedResolve) {
    guard scope.hasEnded else { return StaticObjects.check(scope, resolve) }
    let resolve = resolve()
    if !resolve.isLive { ForeignInstances.check(InstanceUse(of: resolve, in: scope, by: nil)) }
  }
}
#endif
