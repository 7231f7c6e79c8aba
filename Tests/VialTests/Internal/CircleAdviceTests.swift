import Testing
import Vial

/// Which override the message of a circle names where a scope keeps the instance (rule 25).
@MainActor struct CircleAdviceTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func anOverrideOutsideThatNeedsItselfIsNamedInAScope() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let weather = Injection(strategy: .singleton, instance: 1)
        weather.override(with: weather.resolve(), fileID: "App/Tests.swift", line: 5)
        withOverrideScope { _ = weather.resolve() }
      }
    }

    #expect(message(result).contains("the override at App/Tests.swift:5 resolves the injection"))
  }

  @Test func theOneThatNeedsItselfIsNamedAndNotANewerOne() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let weather = Injection(strategy: .singleton, instance: 1)
        weather.override(fileID: "App/Tests.swift", line: 5) {
          weather.override(with: { $0.resolve() }, fileID: "App/Late.swift", line: 6)
          return weather.resolve()
        }
        withOverrideScope { _ = weather.resolve() }
      }
    }

    #expect(message(result).contains("the override at App/Tests.swift:5 resolves the injection"))
  }
}
