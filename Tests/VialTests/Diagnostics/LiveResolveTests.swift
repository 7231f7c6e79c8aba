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
      let reports = Box<[Report]>([])
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

    let override = Box<CallSite?>(nil)
    let overridden = reports {
      required.provide(with: api)
      override.content = api.override(with: live).callSite
      expectEqual(required.resolve(), "live")
    }
    expectEqual(overridden, [Report(declaration: live.declaration, override: override.content)])
  }

  @Test func originalIsReportedWithItsOverrideAfterTheRollback() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let override = Box<CallSite?>(nil)

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

    let override = Box<CallSite?>(nil)
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
}
