import Foundation
import Testing
import Vial
import VialTesting
import WorldClockFakes
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

/// Fakes of a module that several test targets and the previews use.
///
/// `WorldClockFakes` depends on the modules that publish the injections. No module of the application depends on
/// `WorldClockFakes`, except the module with the previews, which use the same function.
@Suite(.overrideScope { overrideWithFakes() })
@MainActor struct SharedFakesTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func searchFindsTheTypedCity() async {
    typingPause.override(with: .zero)
    let model = CitySearchModel(text: "Bern")

    await model.search()

    #expect(model.state == .found([City(name: "Bern", timeZone: .gmt)]))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func clockShowsTheTimeOfTheFakeClock() {
    let model = WorldClockModel()

    model.show(["Zurich"])

    #expect(model.cityTimes.map(\.time) == ["01:59:30"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func overrideOfATestHasPrecedence() {
    wallClock.override(with: FixedClock(Date(timeIntervalSince1970: 0)))
    let model = WorldClockModel()

    model.show(["Zurich"])

    #expect(model.cityTimes.map(\.time) == ["01:00:00"])
  }
}
