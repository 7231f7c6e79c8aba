import Foundation
import Testing
import Vial
import WorldClock
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

/// A sealed application, and what scopes can do in it; each in a process of its own.
@MainActor struct WorldClockSealTests {
  @Test func anOverrideAfterTheSealStopsWithBothLines() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        launchSealed()
        wallClock.override(with: FixedClock(Date()), fileID: "App/Late.swift", line: 3)
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("is overridden at App/Late.swift:3"))
    #expect(message.contains("sealed at App/Main.swift:1"))
  }

  @Test func aScopeStillOverrides() async {
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

/// What the application has to provide, provided by a test's scope instead.
@MainActor struct WellKnownCitiesTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func anOverrideMakesProvidingUnnecessary() async {
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
  guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return }
  var (output, errors) = ("", "")
  let status = WorldClockApp.run(["Zurich"], output: &output, errors: &errors) {
    Overrides.seal(fileID: "App/Main.swift", line: 1)
  }
  precondition(status == 0 && errors.isEmpty)
}
