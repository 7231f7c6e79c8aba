import Foundation
import Testing
import Vial
import VialTesting
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

@MainActor private let noonInJanuary = FixedClock(Date(timeIntervalSince1970: 1_768_478_400))
@MainActor private let noonInJuly = FixedClock(Date(timeIntervalSince1970: 1_784_116_800))

/// Overrides in a scope for each test.
///
/// The tests run in parallel, and do not have to roll their overrides back.
///
/// Each test has an availability, because Swift Testing does not allow one on a suite.
@Suite(.overrideScope { wallClock.override(with: noonInJanuary) })
@MainActor struct WorldClockScopeTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func modelUsesTheOverrideOfTheSuite() {
    let model = WorldClockModel()

    model.show(["Zurich"])

    #expect(model.cityTimes.map(\.time) == ["13:00:00"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func overrideOfATestIsInForceInThatTestOnly() async {
    wallClock.override(with: noonInJuly)
    let model = WorldClockModel()
    await Task.yield()

    model.show(["Zurich"])

    #expect(model.cityTimes.map(\.time) == ["14:00:00"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test(arguments: [
    ("Zurich", "13:00:00", "14:00:00"),
    ("New York", "07:00:00", "08:00:00"),
    ("Tokyo", "21:00:00", "21:00:00"),
  ])
  func eachCaseHasItsOwnScope(city: String, winter: String, summer: String) async {
    let early = WorldClockModel()
    early.show([city])
    await Task.yield()
    wallClock.override(with: noonInJuly)
    await Task.yield()
    let model = WorldClockModel()

    model.show([city])

    #expect(early.cityTimes.map(\.time) == [winter])
    #expect(model.cityTimes.map(\.time) == [summer])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test(.overrideScope(.inheriting) { timeFormatter.override(with: SecondsFormatter()) })
  func inheritingTraitAddsAnOverrideToTheSuite() {
    let model = WorldClockModel()

    model.show(["Zurich", "Tokyo"])

    #expect(model.cityTimes.map(\.time) == ["1768478400", "1768478400"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func modelReleasesTheCatalogue() {
    var model: WorldClockModel? = WorldClockModel()
    model?.show(["Zurich"])
    #expect(timeZoneCatalogue.current != nil)

    model = nil

    expectReleased(timeZoneCatalogue)
  }
}

/// A model without the clock, the time zones and the language of the system.
@Suite(
  .overrideScope {
    wallClock.override(with: noonInJanuary)
    timeFormatter.override(with: SecondsFormatter())
    timeZoneCatalogue.override(with: OneCity())
  }
)
@MainActor struct HermeticWorldClockTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func modelShowsTheOnlyCityOfTheCatalogue() {
    let model = WorldClockModel()

    model.show(["Springfield"])

    #expect(model.cityTimes.map(\.city) == ["Springfield"])
    #expect(model.cityTimes.map(\.time) == ["1768478400"])
    #expect(model.cityTimes.map(\.offset) == ["+00:00"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func modelSuggestsTheOnlyCityOfTheCatalogue() {
    let model = WorldClockModel()

    model.show(["Springfeld"])

    #expect(model.unknownCities.map(\.suggestions) == [["Springfield"]])
  }
}

private struct SecondsFormatter: TimeFormatter {
  func time(of instant: Date, in timeZone: TimeZone) -> String {
    "\(Int(instant.timeIntervalSince1970))"
  }

  func day(of instant: Date, in timeZone: TimeZone) -> String {
    timeZone.identifier
  }
}

private final class OneCity: TimeZoneCatalogue {
  let cityNames = ["Springfield"]

  func cityName(of timeZone: TimeZone) -> String { "Springfield" }

  func timeZones(ofCity name: String) -> [TimeZone] {
    name == "Springfield" ? [.gmt] : []
  }
}
