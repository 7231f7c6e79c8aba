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

  @Test func whatOneMayHaveLiveIsReportedWhenAnotherAsks() {
    let part = Injection(strategy: .singleton, instance: "live")
    let whole = Injection(strategy: .onDemand) { part.resolve().count }
    let reports = Box<[InjectionDeclaration]>([])

    withOverrideScope(.isolated) {
      OverrideScope.current?.becomeStrict { reports.content.append($0.declaration) }
      whole.allowLiveInScope()
      for _ in 0..<3 { _ = whole.resolve() }
      #expect(reports.content.isEmpty)

      _ = part.resolve()
    }

    #expect(reports.content.map(\.typeName) == ["String"])
  }
}
