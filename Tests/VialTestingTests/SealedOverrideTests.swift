import Testing
import Vial
import VialTesting
import XCTest

/// A test that a sealed application hosts; each in a process of its own, because a seal is for good.
///
/// The test cases override off the main actor, as those of XCTest may.
struct SealedOverrideTests {
  @Test func aTestCaseOverridesInEveryForm() async {
    await #expect(processExitsWith: .success) {
      let injection = Injection(strategy: .singleton, instance: 1)
      let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
      let test = hosted()
      await Overrides.seal()

      test.override(injection, with: 2)
      test.override(injection, with: { _ in 3 })
      test.override(injection) { 4 }
      test.override(injection, changing: { $0 += 1 })
      test.override(family) { $0 + 1 }

      let resolved = await (injection.resolve(), family.resolve(1))
      precondition(resolved == (5, 2))
    }
  }

  @Test func anOverrideThatNoTestCaseMakesStillStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let injection = Injection(strategy: .singleton, instance: 1)
      await Overrides.seal(fileID: "App/Main.swift", line: 10)
      hosted().override(injection, with: 2)
      await injection.override(with: 3, fileID: "App/Late.swift", line: 7)
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains("at App/Late.swift:7, after the overrides were sealed at App/Main.swift:10.")
    )
  }

  @Test func whatTheOverrideBuildsIsHeldBack() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let injection = Injection(strategy: .singleton, instance: 1)
      await Overrides.seal()
      hosted().override(injection) {
        injection.override(with: 3, fileID: "App/Late.swift", line: 7)
        return 2
      }
      _ = await injection.resolve()
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("is overridden at App/Late.swift:7, after the overrides were sealed"))
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
