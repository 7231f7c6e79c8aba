import Testing
import Vial

/// A rollback that happens while a resolve evicts an expired instance.
///
/// The deinitializer of the expired replacement rolls the override back, before the resolve has built another instance.
@Suite(.checksInvariants) @MainActor struct RollbackWhileResolvingTests {
  private final class Service {
    let name: String
    private let onDeinit: OnDeinit?

    init(_ name: String, _ onDeinit: OnDeinit? = nil) {
      self.name = name
      self.onDeinit = onDeinit
    }
  }

  private let token = Box<Override?>(nil)
  private let isValid = Box(true)

  /// A replacement that rolls its override back when it is deinitialized.
  private func makeReplacement() -> Service {
    Service("mock", OnDeinit { [token] in token.content?.rollback() })
  }

  private var strategy: InjectionStrategy {
    .cached { [isValid] in { isValid.content } }
  }

  private func resolveAfterExpiry(_ resolve: () -> Service) -> String {
    isValid.content = false
    return resolve().name
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh])
  func resolveInAScopeReturnsTheLiveInstanceAfterTheRollback(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: Service("live"))
    token.content = injection.override(with: makeReplacement(), strategy: strategy)

    withOverrideScope(kind) {
      expectEqual(injection.resolve().name, "mock")
      expectEqual(resolveAfterExpiry(injection.resolve), "live")
    }

    expect(!injection.isOverridden)
    expectEqual(injection.resolve().name, "live")
  }

  @Test func resolveOfAKeyOrAnOriginalReturnsTheLiveInstanceAfterTheRollback() {
    let family = InjectionFamily<Int, Service>(strategy: .singleton) { _ in Service("live") }
    token.content = family.override(with: { _ in makeReplacement() }, strategy: strategy)
    expectEqual(family.resolve(1).name, "mock")
    expectEqual(resolveAfterExpiry { family.resolve(1) }, "live")
    expect(!family.isOverridden)

    isValid.content = true
    let injection = Injection(strategy: .singleton, instance: Service("live"))
    token.content = injection.override(with: makeReplacement(), strategy: strategy)
    injection.override(with: { Service("decorated \($0.resolve().name)") }, strategy: .onDemand)
    expectEqual(injection.resolve().name, "decorated mock")
    expectEqual(resolveAfterExpiry(injection.resolve), "decorated live")
    expectEqual(injection.overrideCount, 1)
    injection.rollbackAllOverrides()
  }
}
