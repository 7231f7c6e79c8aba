import Testing
import Vial
import VialTesting

@MainActor private final class Service {
  let name: String
  init(_ name: String) { self.name = name }
}

@MainActor private let service = Injection(strategy: .singleton, instance: Service("live"))

@MainActor private final class Model {
  @Instance(service) var dependency
}

/// Consumers, tasks and tokens of a scope after its end.
@MainActor struct EndedScopeTests {
  @Test func consumersFirstReadAfterTheEndShareTheReplacement() {
    let (first, second) = withOverrideScope(.isolated) {
      service.override(with: Service("mock"))
      return (Model(), Model())
    }

    expectEqual(first.dependency.name, "mock")
    expect(second.dependency === first.dependency)
    expect(service.current == nil)
  }

  @Test func consumerReadInTheScopeKeepsItsInstance() {
    let model = withOverrideScope {
      service.override(with: Service("mock"))
      let model = Model()
      _ = model.dependency
      return model
    }

    expectEqual(model.dependency.name, "mock")

    model.$dependency.reset()
    expectEqual(model.dependency.name, "mock")
  }

  @Test func overridesInAnEndedScopeHaveNoEffect() async {
    let scope = withOverrideScope(.isolated) { OverrideScope.current }
    let other = Injection(strategy: .singleton, instance: Service("live"))

    await scope.run {
      await Task.yield()
      let token = other.override(with: Service("late"))
      expect(!token.isActive)
      expect(!token.rollback())
      expect(!other.isOverridden)
      expect(!other.rollbackOverride())
      Overrides.rollbackAll()
      expect(Overrides.active.isEmpty)
      expectEqual(other.resolve().name, "live")
      expect(other.current == nil)
    }

    expect(scope.hasEnded)
    expect(other.current == nil)
    expect(!other.isOverridden)
  }

  @Test func tokenOfAnEndedScopeHasNoEffect() {
    // vial-graph: ignore because the test is about the token
    let token = withOverrideScope { service.override(with: Service("mock")) }
    let own = Injection(strategy: .singleton, instance: 1)
    let outside = own.override(with: 2)

    expect(!token.isActive)
    expect(!token.rollback())
    expectEqual(own.resolve(), 2)
    expect(outside.rollback())
  }

  @Test func taskThatOutlivesItsScopeKeepsTheOverrides() async {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let task = withOverrideScope(.isolated) {
      service.override(with: Service("mock"))
      expectEqual(service.resolve().name, "mock")
      return Task {
        for await _ in gate { break }
        return (service.resolve().name, OverrideScope.current.hasEnded)
      }
    }

    open.yield()

    expect(await task.value == ("mock", true))
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh, .isolated])
  func scopeInsideAnEndedScopeCachesAndRollsBack(outer: OverrideScope.Kind) {
    let ended = withOverrideScope(outer) { OverrideScope.current }
    let own = Injection(strategy: .singleton, instance: Service("live"))

    ended.run {
      MainActor.assumeIsolated {
        withOverrideScope(.inheriting) {
          let first = own.resolve()
          expect(own.resolve() === first)
          own.override(with: { original in Service("[\(original.resolve().name)]") })
          let decorated = own.resolve()
          expectEqual(decorated.name, "[live]")
          expect(own.resolve() === decorated)
          own.rollbackOverride()
          expect(own.resolve() === first)
        }
      }
    }

    expect(own.current == nil)
  }

  @Test func endOfAScopeReleasesItsInstancesAndOverrides() {
    weak var scope: OverrideScope?
    weak var mock: Service?
    weak var live: Service?
    let own = Injection(strategy: .singleton, instance: Service("live"))

    withOverrideScope(.isolated) {
      scope = OverrideScope.current
      live = own.resolve()
      own.override(with: Service("mock"))
      mock = own.resolve()
      expect(mock != nil && live != nil && scope != nil)
    }

    expect(mock == nil)
    expect(live == nil)
    expect(scope == nil)
    expectReleased(own)
  }
}
