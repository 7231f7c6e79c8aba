import Testing

@testable import Vial

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

  @Test func whoNeededItIsNamedAlsoIfACheckHasRolledItsOverrideBack() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let requesters = Box<[String?]>([])

    withOverrideScope(.isolated) {
      OverrideScope.current?.becomeStrict { requesters.content.append($0.requester) }
      let (token, isAsked) = (Box<Override?>(nil), Box(false))
      let strategy = InjectionStrategy.cached {
        {
          if isAsked.content { token.content?.rollback() }
          return true
        }
      }
      token.content = injection.override(with: "mock", strategy: strategy)
      #expect(injection.resolve() == "mock")
      isAsked.content = true
      #expect(Owner(injection).value == "live")
    }

    #expect(requesters.content.map { $0?.hasPrefix("VialTests/Fixtures.swift") } == [true])
  }

  /// What it is provided with counts (rule 23): an override of that, on any step of the way.
  @Test(arguments: [true, false])
  func whatAnOverriddenInjectionProvidesIsNotLive(isOverridden: Bool) {
    let live = Injection(strategy: .singleton, instance: "live")
    let api = Injection(strategy: .singleton, instance: "api")
    let required = Injection<String>.required("a text")
    let reports = Box(0)

    withOverrideScope(.isolated) {
      required.provide(with: api)
      if isOverridden { api.override(with: live) }
      OverrideScope.current?.becomeStrict { _ in reports.content += 1 }
      #expect(required.resolve() == (isOverridden ? "live" : "api"))
    }

    #expect(reports.content == (isOverridden ? 0 : 1))
  }

  @Test func oneOnTheWayMayBeAllowedToBeLive() {
    let live = Injection(strategy: .singleton, instance: "live")
    let middle = Injection<String>.required("a text")
    let required = Injection<String>.required("a text")
    let reports = Box(0)

    withOverrideScope(.isolated) {
      middle.provide(with: live)
      required.provide(with: middle)
      middle.allowLiveInScope()
      OverrideScope.current?.becomeStrict { _ in reports.content += 1 }
      #expect(required.resolve() == "live")
    }

    #expect(reports.content == 0)
  }

  @Test func whatIsProvidedWithNothingIsUnprovided() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let missing = Injection<String>.required("a text")
        let required = Injection<String>.required("a text")
        withOverrideScope(.isolated) {
          required.provide(with: missing)
          OverrideScope.current?.becomeStrict {
            precondition($0.isUnprovided)
            StandardError().write("It was reported.")
          }
          _ = required.resolve()
        }
      }
    }

    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("It was reported."))
    #expect(said.contains("is required and nothing was provided"))
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
