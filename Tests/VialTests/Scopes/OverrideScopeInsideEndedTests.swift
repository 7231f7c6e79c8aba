import Testing
import Vial

/// Scopes inside an ended scope still see its overrides (rules 20 and 21).
@MainActor struct OverrideScopeInsideEndedTests {
  let counter = InstanceCounter()

  /// A scope inside one that was open only while `body` ran.
  private func makeInner(
    _ kind: OverrideScope.Kind = .inheriting,
    _ body: () -> Void
  ) -> OverrideScope {
    withOverrideScope(.isolated) {
      body()
      return OverrideScope(kind)
    }
  }

  @Test func anInnerScopeKeepsTheOverridesOfTheOuter() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let inner = makeInner { injection.override(with: "outer") }

    #expect(inner.run { injection.resolve() } == "outer")
    let token = inner.run { injection.override(with: { "inner(\($0.resolve()))" }) }
    #expect(inner.run { injection.resolve() } == "inner(outer)")
    #expect(inner.run { injection.overrideCount } == 2)
    #expect(token.rollback())

    #expect(inner.run { injection.resolve() } == "outer")
    #expect(inner.run { injection.isOverridden })
    #expect(!inner.run { injection.rollbackOverride() })
  }

  @Test func anInnerScopeThatIsOpenInATaskKeepsThemToo() async {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let gate = AsyncStream.makeStream(of: Void.self)
    let task = withOverrideScope(.isolated) {
      injection.override(with: CountedObject(counter, "outer"))
      return Task {
        await withOverrideScope {
          for await _ in gate.stream {}
          let first = injection.resolve()
          return (first.name, injection.resolve() === first)
        }
      }
    }

    gate.continuation.finish()

    #expect(await task.value == ("outer", true))
    #expect(counter.alive == 0)
  }

  @Test(arguments: Strategies.keeping)
  func aScopeInsideAnEndedOneKeepsItsInstances(strategy: InjectionStrategy) {
    let part = Injection(strategy: strategy, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: strategy,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let (inner, before) = withOverrideScope(.isolated) {
      part.override(with: CountedObject(counter, "mock"))
      let inner = OverrideScope()
      return (inner, inner.run { whole.resolve() })
    }

    #expect(inner.run { whole.resolve() } === before)
    #expect((before.parts.first as? CountedObject)?.name == "mock")
    #expect(inner.run { part.resolve() } === before.parts.first as? CountedObject)
    #expect(counter.built == 2)
    inner.end()
  }

  @Test func aScopeInsideAnEndedOneBuildsFromTheOverridesOfTheEndedScope() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let inner = makeInner {
      part.override(with: CountedObject(counter, "mock"))
      _ = whole.resolve()
    }
    #expect(counter.alive == 0)

    let serial = inner.run { whole.resolve().serial }

    #expect(inner.run { whole.resolve().serial } == serial)
    #expect(inner.run { (whole.resolve().parts.first as? CountedObject)?.name } == "mock")
    inner.end()
    #expect(counter.alive == 0)
  }

  @Test func aScopeThatIsOpenedInAnEndedOneSeesItsOverrides() throws {
    let injection = Injection(strategy: .singleton, instance: "live")
    let ended = try #require(
      withOverrideScope(.isolated) {
        injection.override(with: "outer")
        return OverrideScope.current
      }
    )

    ended.run {
      withOverrideScope {
        #expect(injection.resolve() == "outer")
        injection.override(with: { "inner(\($0.resolve()))" })
        #expect(injection.resolve() == "inner(outer)")
        withOverrideScope { #expect(injection.resolve() == "inner(outer)") }
      }
      withOverrideScope(.isolated) { #expect(injection.resolve() == "live") }
      #expect(injection.resolve() == "outer")
    }
  }

  @Test func scopesStandOnEachOtherThoughAllButTheInnermostHaveEnded() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scopes = Box<[OverrideScope]>([OverrideScope()])
    for index in 1...5 {
      let outer = scopes.content[index - 1]
      outer.run { _ = injection.override(with: { "\(index)(\($0.resolve()))" }) }
      scopes.content.append(outer.run { OverrideScope() })
    }

    for scope in scopes.content.dropLast() { scope.end() }

    #expect(scopes.content[5].run { injection.resolve() } == "5(4(3(2(1(live)))))")
    #expect(scopes.content[2].run { injection.resolve() } == "3(2(1(live)))")
  }

  @Test func anIsolatedInnerScopeSeesNothingOfTheOuter() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let inner = makeInner(.isolated) { injection.override(with: "outer") }

    #expect(inner.run { injection.resolve() } == "live")
    #expect(!inner.run { injection.isOverridden })
  }

  @Test func anImplementationOfAnEndedScopeIsVisibleInside() {
    let required = Injection<String>.required("a word")
    let inner = makeInner { required.provide(with: "outer") }

    #expect(inner.run { required.isProvided })
    #expect(inner.run { required.resolve() } == "outer")
    #expect(!required.isProvided)
  }
}
