import Foundation
import Vial
import WorldClock
import WorldClockFeature
import WorldClockInterface
import WorldClockLive
import XCTest

/// The text of offsets from UTC.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
final class OffsetTests: XCTestCase {
  func testOffsetHasASignHoursAndMinutes() async throws {
    let cities = ["Kathmandu", "St Johns", "UTC", "Honolulu", "Kiritimati"]

    XCTAssertEqual(
      try offsets(of: cities, at: "2026-01-15T12:00:00Z"),
      ["+05:45", "-03:30", "+00:00", "-10:00", "+14:00"]
    )
  }

  func testOffsetOfLocalMeanTimeHasSeconds() async throws {
    XCTAssertEqual(
      try offsets(of: ["Zurich", "Honolulu"], at: "1880-01-01T00:00:00Z"),
      ["+00:29:46", "-10:31:26"]
    )
  }

  private func offsets(of cities: [String], at instant: String) throws -> [String] {
    let model = WorldClockModel()
    model.clock = FixedClock(try XCTUnwrap(Date(instant: instant)))
    model.show(cities)
    return model.cityTimes.map(\.offset)
  }
}
