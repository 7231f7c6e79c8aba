import Testing
import Vial

/// What a strict scope takes for live (rule 23).
@MainActor struct StrictnessTests {
  @Test func anOverrideOutsideEveryScopeMakesNothingOverriddenInside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let reports = Box(0)
    injection.override(with: "outside")
    defer { injection.rollbackOverride() }

    withOverrideScope(.isolated) {
      OverrideScope.current?.becomeStrict { _ in reports.content += 1 }
      #expect(injection.resolve() == "live")
    }

    #expect(reports.content == 1)
  }
}
