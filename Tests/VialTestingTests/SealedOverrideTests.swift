import Testing
import Vial
import VialTesting
import XCTest

/// A test that a sealed application hosts; each in a process of its own, because a seal is for good.
@MainActor struct SealedOverrideTests {
  @Test func aTestCaseOverridesInEveryForm() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1)
        let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
        let test = hosted()
        Overrides.seal()

        test.override(injection, with: 2)
        test.override(injection, with: { _ in 3 })
        test.override(injection) { 4 }
        test.override(injection, changing: { $0 += 1 })
        test.override(family) { $0 + 1 }

        precondition(injection.resolve() == 5)
        precondition(family.resolve(1) == 2)
      }
    }
  }

  @Test func anOverrideThatNoTestCaseMakesStillStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1)
        let test = hosted()
        Overrides.seal(fileID: "App/Main.swift", line: 10)
        test.override(injection, with: 2)
        injection.override(with: 3, fileID: "App/Late.swift", line: 7)
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains("at App/Late.swift:7, after the overrides were sealed at App/Main.swift:10.")
    )
  }

  @Test func theSealStandsWhileATestCaseOverrides() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1)
        Overrides.seal()
        hosted().override(injection) {
          injection.override(with: 3)
          return 2
        }
        _ = injection.resolve()
      }
    }
  }
}

private final class HostedTests: XCTestCase {}

private func hosted() -> XCTestCase {
  #if canImport(Darwin)
  HostedTests()
  #else
  HostedTests(name: "hosted", testClosure: { _ in })
  #endif
}
