import Foundation
import Testing
import Vial
import WorldClock
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

/// Overrides after the seal of the application.
///
/// Each test has its own process.
@MainActor struct WorldClockSealTests {
  @Test func globalOverrideAfterTheSealStopsWithBothLines() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        launchSealed()
        wallClock.override(with: FixedClock(Date()), fileID: "App/Late.swift", line: 3)
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("overridden after the overrides were sealed"))
    #expect(message.contains("App/Late.swift:3"))
    #expect(message.contains("App/Main.swift:1"))
  }

  @Test func overrideInAScopeIsPossibleAfterTheSeal() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        launchSealed()
        withOverrideScope {
          let instant = Date(timeIntervalSince1970: 0)
          wallClock.override(with: FixedClock(instant))
          precondition(wallClock.resolve().now == instant)
        }
      }
    }
  }
}

/// The option `--trace` in the process of the tests.
@MainActor struct WorldClockTraceTests {
  @Test func traceEndsWithTheCommand() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        launch("--trace", "Zurich")
        FileHandle.standardError.write(Data("end of the command\n".utf8))
        launch("Zurich")
      }
    }

    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let parts = text.components(separatedBy: "end of the command\n")
    #expect(parts.count == 2)
    #expect(parts.first?.contains("built SystemTimeZoneCatalogue") == true)
    #expect(parts.last?.contains("built") == false)
  }
}

/// A required injection that a scope overrides.
@MainActor struct WellKnownCitiesTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func overriddenRequirementNeedsNoImplementation() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return }
        withOverrideScope(.isolated) {
          wellKnownCities.override(with: ["Tokyo"])
          let model = WorldClockModel()
          model.show()
          precondition(model.cityTimes.map(\.identifier) == ["Asia/Tokyo"])
        }
      }
    }
  }
}

@MainActor private func launchSealed() {
  launch("Zurich") { Overrides.seal(fileID: "App/Main.swift", line: 1) }
}

/// Runs the command, which has to succeed.
@MainActor private func launch(_ words: String..., seal: () -> Void = {}) {
  guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return }
  var (output, errors) = ("", "")
  let status = WorldClockApp.run(words, output: &output, errors: &errors, seal: seal)
  precondition(status == 0 && errors.isEmpty)
}
