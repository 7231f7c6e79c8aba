import Testing
import Vial

/// The resolves that the scope of a test reports as live (rule 22).
@MainActor struct LiveResolveTests {
  @Test func globalOverrideDoesNotPreventAReportInAnIsolatedScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let reports = Box(0)
    injection.override(with: "outside")
    defer { injection.rollbackOverride() }

    withOverrideScope(.isolated) {
      OverrideScope.current.reportLiveUses { _ in reports.content += 1 }
      expectEqual(injection.resolve(), "live")
    }

    expectEqual(reports.content, 1)
  }

  @Test(arguments: [true, false])
  func injectionThatProvidesForARequirementIsReported(isOverridden: Bool) {
    let live = Injection(strategy: .singleton, instance: "live")
    let api = Injection(strategy: .singleton, instance: "api")
    let required = Injection<String>.required("a text")
    let reports = Box<[InjectionDeclaration]>([])

    withOverrideScope(.isolated) {
      required.provide(with: api)
      let token = isOverridden ? api.override(with: live) : nil
      OverrideScope.current.reportLiveUses { use in
        reports.content.append(use.declaration)
        expectEqual(use.override, token?.callSite)
      }
      expect(required.resolve() == (isOverridden ? "live" : "api"))
    }

    expectEqual(reports.content, [isOverridden ? live.declaration : api.declaration])
  }

  @Test func instanceOfAnActiveContextIsNotReported() {
    let context = InjectionContext("active") { true }
    let injection = Injection(strategy: .singleton, instance: "live").when(context, instance: "replaced")
    let reports = Box(0)

    withOverrideScope(.isolated) {
      OverrideScope.current.reportLiveUses { _ in reports.content += 1 }
      expectEqual(injection.resolve(), "replaced")
    }

    expectEqual(reports.content, 0)
  }

  @Test func originalIsReportedWithItsOverrideAfterTheRollback() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let overrides = Box<[CallSite?]>([])

    withOverrideScope(.isolated) {
      OverrideScope.current.reportLiveUses { overrides.content.append($0.override) }
      let token = injection.override(with: { original in
        injection.rollbackOverride()
        return original.resolve() + "!"
      })
      expectEqual(injection.resolve(), "live!")
      expectEqual(overrides.content, [token.callSite])
    }
  }

  @Test func keyOfAFamilyThatProvidesForAnOverriddenFamilyIsReportedWithTheOverride() {
    let needed = Injection(strategy: .singleton, instance: "needed")
    let others = InjectionFamily<Int, String>(strategy: .onDemand) { "other \($0) \(needed.resolve())" }
    let family = InjectionFamily<Int, String>(strategy: .onDemand) { "live \($0)" }
    let reports = Box<[InjectionDeclaration]>([])
    let overrides = Box<[CallSite?]>([])

    withOverrideScope(.isolated) {
      let token = family.override(with: others)
      OverrideScope.current.reportLiveUses { use in
        reports.content.append(use.declaration)
        overrides.content.append(use.override)
      }
      expectEqual(family.resolve(1), "other 1 needed")
      expectEqual(reports.content, [others[1].declaration, needed.declaration])
      expectEqual(overrides.content, [token.callSite, nil])

      expectEqual(others.resolve(1), "other 1 needed")
      expectEqual(reports.content.dropFirst(2), [others[1].declaration, needed.declaration])
      expectEqual(overrides.content.dropFirst(2), [nil, nil])
    }
  }

  @Test func familyThatTheClosureOfAnOverrideResolvesIsReported() {
    let others = InjectionFamily<Int, String>(strategy: .onDemand) { "other \($0)" }
    let family = InjectionFamily<Int, String>(strategy: .onDemand) { "live \($0)" }
    let reports = Box<[InjectionDeclaration]>([])

    withOverrideScope(.isolated) {
      family.override(with: { others.resolve($0) })
      OverrideScope.current.reportLiveUses { reports.content.append($0.declaration) }
      expectEqual(family.resolve(1), "other 1")
    }

    expectEqual(reports.content, [others[1].declaration])
  }

  @Test func missingImplementationBehindAForwardIsReportedAsUnprovided() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let missing = Injection<String>.required("a text")
        let required = Injection<String>.required("a text")
        withOverrideScope(.isolated) {
          required.provide(with: missing)
          OverrideScope.current.reportLiveUses {
            precondition($0.isUnprovided)
            StandardError().write("It was reported.")
          }
          _ = required.resolve()
        }
      }
    }

    expect(standardError(of: result).contains("It was reported."))
    expect(standardError(of: result).contains("is required, and no implementation was provided"))
  }
}
