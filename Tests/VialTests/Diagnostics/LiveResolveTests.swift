import Testing
import Vial

/// The resolves that the scope of a test reports as live (rule 22).
@MainActor struct LiveResolveTests {
  private struct Report: Equatable {
    let declaration: InjectionDeclaration
    var override: CallSite?
  }

  /// Returns the live uses of a body that runs in an isolated scope.
  private func reports(_ body: () -> Void) -> [Report] {
    withOverrideScope(.isolated) {
      let reports = Variable<[Report]>([])
      OverrideScope.current.reportLiveUses { use in
        reports.content.append(Report(declaration: use.declaration, override: use.override))
      }
      body()
      return reports.content
    }
  }

  @Test func liveImplementationIsReportedUnlessAContextReplacesIt() {
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: "outside")
    defer { injection.rollbackOverride() }
    let replaced = injection.when(InjectionContext("active") { true }, instance: "replaced")

    expectEqual(reports { expectEqual(injection.resolve(), "live") }, [Report(declaration: injection.declaration)])
    expectEqual(reports { expectEqual(replaced.resolve(), "replaced") }, [])
  }

  @Test func injectionThatProvidesForARequirementIsReported() {
    let live = Injection(strategy: .singleton, instance: "live")
    let api = Injection(strategy: .singleton, instance: "api")
    let required = Injection<String>.required("a text")

    let provided = reports {
      required.provide(with: api)
      expectEqual(required.resolve(), "api")
    }
    expectEqual(provided, [Report(declaration: api.declaration)])

    let override = Variable<CallSite?>(nil)
    let overridden = reports {
      required.provide(with: api)
      override.content = api.override(with: live).callSite
      expectEqual(required.resolve(), "live")
    }
    expectEqual(overridden, [Report(declaration: live.declaration, override: override.content)])
  }

  @Test func originalIsReportedWithItsOverrideAfterTheRollback() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let override = Variable<CallSite?>(nil)

    let reports = reports {
      let token = injection.override(with: { original in
        injection.rollbackOverride()
        return original.resolve() + "!"
      })
      override.content = token.callSite
      expectEqual(injection.resolve(), "live!")
    }

    expectEqual(reports, [Report(declaration: injection.declaration, override: override.content)])
  }

  @Test func familyThatProvidesForAnotherFamilyIsReported() {
    let needed = Injection(strategy: .singleton, instance: "needed")
    let others = InjectionFamily<Int, String>(strategy: .onDemand) { "other \($0) \(needed.resolve())" }
    let family = InjectionFamily<Int, String>(strategy: .onDemand) { "live \($0)" }
    let (other, dependency) = (Report(declaration: others[1].declaration), Report(declaration: needed.declaration))

    let override = Variable<CallSite?>(nil)
    let forwarded = reports {
      override.content = family.override(with: others).callSite
      expectEqual([family.resolve(1), others.resolve(1)], ["other 1 needed", "other 1 needed"])
    }
    let otherOfTheOverride = Report(declaration: other.declaration, override: override.content)
    expectEqual(forwarded, [otherOfTheOverride, dependency, other, dependency])

    let resolvedByAClosure = reports {
      family.override(with: { others.resolve($0) })
      expectEqual(family.resolve(1), "other 1 needed")
    }
    expectEqual(resolvedByAClosure, [other, dependency])
  }

  @Test func injectionThatNoTestMayUseIsForbiddenThroughAllThatProvidesForIt() {
    let live = Injection(strategy: .singleton, instance: "live")
    let middle = Injection<String>.required("a text")
    let never = Injection<String>.required("a text").neverLiveInTests()

    let forbidden = withOverrideScope(.isolated) {
      let resolves = Variable<[String: Bool]>([:])
      let name = Variable("")
      OverrideScope.current.reportLiveUses { resolves.content[name.content] = $0.isForbidden }
      middle.provide(with: live)
      never.provide(with: middle)
      for (text, injection) in [("live", live), ("middle", middle), ("never", never)] {
        name.content = text
        _ = injection.resolve()
      }
      return resolves.content
    }

    expectEqual(forbidden, ["live": false, "middle": false, "never": true])
  }

  @Test func dependencyOfAnInjectionThatNoTestMayUseIsNotForbidden() {
    let live = Injection(strategy: .singleton, instance: "live")
    let forwarding = Injection<String>.required("a text")
    let never = Injection<String>.required("a text").neverLiveInTests()

    let forbidden = withOverrideScope(.isolated) {
      let resolves = Variable<[Bool]>([])
      forwarding.provide(with: live)
      // The receiver also gets the implementation of `never`, which is resolved first.
      OverrideScope.current.reportLiveUses { resolves.content.append($0.isForbidden) }
      never.provide(with: forwarding.resolve())
      _ = never.resolve()
      return resolves.content
    }

    expectEqual(forbidden, [true, false])
  }

  @Test func receiverFindsTheReaderAndTheScopesWithAnOverride() {
    let injection = Injection(strategy: .onDemand, instance: "live")
    let whole = Injection(strategy: .onDemand, instance: injection.resolve() + "!")
    let other = OverrideScope(.isolated)
    other.run { injection.override(with: "mock") }

    withOverrideScope(.isolated) {
      let consumer = Instance(whole)
      let scope = OverrideScope.current
      var reads = 0
      scope.reportLiveUses { live in
        reads += 1
        expect(Engine.outermostReader?.scope === scope)
        let overrides = [other, scope].map { live.isOverridden(in: $0) }
        expectEqual(overrides, [live.declaration == injection.declaration, false])
      }
      _ = consumer()
      expectEqual(reads, 2)
    }
  }

  @Test func injectionThatEveryTestMayUseIsNotReported() {
    let injection = Injection(strategy: .singleton, instance: "live").allowLiveInTests()
    let family = InjectionFamily<Int, String>(strategy: .onDemand) { "live \($0)" }

    let reports = reports {
      _ = injection.resolve()
      _ = family.allowLiveInTests().resolve(1)
      OverrideScope.current.reportLiveUses { expect($0.isForbidden) }
      _ = family.neverLiveInTests().resolve(1)
    }

    expectEqual(reports, [])
  }

  @Test func receiverFindsTheScopeAndTheRequestersOfTheCodeThatRuns() {
    let part = Injection(strategy: .onDemand, instance: 1)
    let whole = Injection(strategy: .onDemand, instance: "\(part.resolve())")
    let dropped = Injection(strategy: .singleton, instance: OnDeinit { _ = part.resolve() })
    let (scope, other) = (OverrideScope(.isolated), OverrideScope(.isolated))

    func expectResolves(in expected: OverrideScope, _ requesters: [[String]], _ body: () -> Void) {
      let received = Variable<[[String]]>([])
      for scope in [scope, other] {
        scope.reportLiveUses { live in
          expect(Engine.outermostScope === expected)
          received.content.append(live.requesters.map(\.description))
        }
      }
      body()
      expectEqual(received.content, requesters)
    }

    let name = "\(whole.declaration)"
    let local = scope.run { Instance(whole, owner: "test()") }
    let owned = scope.run { Instance(whole, owner: "Owner") }
    expectResolves(in: scope, [[], [name]]) { scope.run { _ = whole.resolve() } }
    expectResolves(in: other, [[], [name]]) { other.run { _ = local() } }
    expectResolves(in: scope, [["Owner"], ["Owner", name]]) { scope.run { _ = owned() } }
    expectResolves(in: scope, [[], []]) {
      scope.run {
        _ = dropped.resolve()
        dropped.clear()
      }
    }
  }

  @Test func receiverIsCalledBeforeAndAfterTheInstanceIsBuilt() {
    let steps = Variable<[String]>([])
    let injection = Injection<Int>(strategy: .singleton) {
      steps.content.append("built")
      return 1
    }

    withOverrideScope(.isolated) {
      OverrideScope.current.reportLiveUses(completion: { steps.content.append("completed") }) { _ in
        steps.content.append("received")
      }
      _ = (injection.resolve(), injection.resolve())
    }

    expectEqual(steps.content, ["received", "built", "completed", "received", "completed"])
  }
}
