import Testing
import Vial

private protocol A {}
private protocol B {}

private let accountLine = #line + 2
@MainActor private final class Account: A {
  @Instance(Cycle.session) var session: any B
  init() { _ = session }
}

private let sessionLine = #line + 2
@MainActor private final class Session: B {
  @Instance(Cycle.account) var account: any A
  init() { _ = account }
}

@MainActor private final class LateAccount {
  @Instance(Cycle.lateSession) var session: LateSession
}

@MainActor private final class LateSession {
  @Instance(Cycle.lateAccount) var account: LateAccount
}

@MainActor private enum Cycle {
  static let account: Injection<any A> = Injection(strategy: .singleton, fileID: "App/Account.swift", line: 3) {
    Account()
  }
  static let session: Injection<any B> = Injection(strategy: .singleton, fileID: "App/Session.swift", line: 5) {
    Session()
  }
  static let lateAccount: Injection<LateAccount> = Injection(strategy: .singleton, instance: LateAccount())
  static let lateSession: Injection<LateSession> = Injection(strategy: .singleton, instance: LateSession())
  static let reader: Injection<Int> = Injection(
    strategy: .onDemand,
    instance: Owner(reader).value,
    fileID: "App/Reader.swift",
    line: 4
  )
  static let number: Injection<Int> = Injection(
    strategy: .singleton,
    instance: text.resolve().count,
    fileID: "App/Number.swift",
    line: 7
  )
  static let text: Injection<String> = Injection(strategy: .onDemand, instance: "\(Owner(number).value)")
}

/// A dependency cycle through consumers that are read while their owners are built (rule 24).
@MainActor struct ConsumerCycleTests {
  private static let cycles: [StoppingProgram] = [
    StoppingProgram(
      "The message names the properties that the factories read",
      beginsWith: """
        App/Account.swift:3: Fatal error: Dependency cycle: any A → any B → any A

            any A   App/Account.swift:3
            any B   App/Session.swift:5
            Read: Account (VialTests/ConsumerCycleTests.swift:\(accountLine))
            Read: Session (VialTests/ConsumerCycleTests.swift:\(sessionLine))

        Break the cycle by reading the property later, in a method that uses it, not in a factory or an initializer.
        """
    ) { _ = Cycle.account.resolve() },
    StoppingProgram(
      "A consumer without an owner is named by its line",
      contains: "Fatal error: Dependency cycle: Int → Int\n",
      "App/Reader.swift:4\n    Read: the consumer at VialTests/Fixtures",
      "Break the cycle by reading the property later"
    ) { _ = Cycle.reader.resolve() },
    StoppingProgram(
      "The advice for a cycle with one consumer is to read the consumer later",
      contains: "Dependency cycle: Int → String → Int\n",
      "    Int      App/Number.swift:7\n",
      "Break the cycle by reading the property later"
    ) { _ = Cycle.number.resolve() },
  ]

  @Test(.exitTest) func messageNamesThePropertiesThatTheFactoriesRead() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { StoppingProgram.writeFailures(of: Self.cycles) }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test func propertiesThatAreReadAfterTheInitializerAreNotACycle() {
    let account = Cycle.lateAccount.resolve()

    expect(account.session.account === account)
  }
}
