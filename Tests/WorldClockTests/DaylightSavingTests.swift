import Foundation
import Vial
import WorldClock
import WorldClockFeature
import WorldClockLive
import XCTest

/// The times in Zurich around both changes of the clocks in 2026.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
final class DaylightSavingTests: XCTestCase {
  override func tearDown() async throws {
    Overrides.rollbackAll()
  }

  func testHourAfterTwoIsSkippedInMarch() async throws {
    try assertZurich(at: "2026-03-29T00:59:59Z", shows: "01:59:59", "Sun 29 Mar", "+01:00")
    try assertZurich(at: "2026-03-29T01:00:00Z", shows: "03:00:00", "Sun 29 Mar", "+02:00")
  }

  func testHourAfterTwoIsRepeatedInOctober() async throws {
    try assertZurich(at: "2026-10-25T00:59:59Z", shows: "02:59:59", "Sun 25 Oct", "+02:00")
    try assertZurich(at: "2026-10-25T01:00:00Z", shows: "02:00:00", "Sun 25 Oct", "+01:00")
  }

  private func assertZurich(
    at instant: String,
    shows time: String,
    _ day: String,
    _ offset: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let clock = FixedClock(try XCTUnwrap(Date(instant: instant)))
    let model = WorldClockModel()
    wallClock.override(with: clock)

    model.show(["Zurich"])

    let zurich = try XCTUnwrap(model.cityTimes.first, file: file, line: line)
    XCTAssertEqual(zurich.time, time, file: file, line: line)
    XCTAssertEqual(zurich.day, day, file: file, line: line)
    XCTAssertEqual(zurich.offset, offset, file: file, line: line)
  }
}
