import Testing
import Vial

/// The place of a withdrawal in the message about a required injection without an implementation.
@MainActor struct WithdrawalMessageTests {
  @Test func messageNamesTheWithdrawalAfterManyOtherResolves() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withOverrideScope(.isolated) {
          _ = Injection(strategy: .singleton, instance: 0).resolve()
          let required = Injection<Int>.required("a number")
          required.provide(with: 1).withdraw(fileID: "App/Session.swift", line: 7)
          for number in 0..<100 {
            _ = Injection(strategy: .singleton, instance: number).resolve()
          }
          _ = required.resolve()
        }
      }
    }

    let message = standardError(of: result)
    #expect(message.contains("Withdrawn at: App/Session.swift:7"))
  }
}
