import Foundation
import Vial
import WorldClock
import WorldClockInterface
import WorldClockLive
import XCTest

/// The command, in the process of the tests.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
final class WorldClockAppTests: XCTestCase {
  private var output = ""
  private var errors = ""

  override func tearDown() async throws {
    Overrides.rollbackAll()
  }

  func testTableShowsTheCitiesAtAGivenInstant() async {
    let status = launch("--at", "2026-03-29T00:59:30Z", "zurich", "Kathmandu", "new york")

    XCTAssertEqual(
      output,
      """
      City       Identifier        Time      Day         UTC
      Zurich     Europe/Zurich     01:59:30  Sun 29 Mar  +01:00
      Kathmandu  Asia/Kathmandu    06:44:30  Sun 29 Mar  +05:45
      New York   America/New_York  20:59:30  Sat 28 Mar  -04:00

      """
    )
    XCTAssertEqual(errors, "")
    XCTAssertEqual(status, 0)
  }

  func testInstantOverridesTheClockGlobally() async {
    launch("--at", "2026-03-29T00:59:30Z", "Zurich")

    XCTAssertEqual(wallClock.overrideCount, 1)
    XCTAssertEqual(wallClock.resolve().now, Date(timeIntervalSince1970: 1_774_745_970))
  }

  func testWellKnownCitiesAreShownWhenNoneIsNamed() async {
    let status = launch()

    XCTAssertEqual(output.split(separator: "\n").count, 8)
    XCTAssertTrue(output.contains("Europe/Zurich"))
    XCTAssertEqual(errors, "")
    XCTAssertEqual(status, 0)
    XCTAssertEqual(Overrides.active.count, 0)
  }

  func testUnknownCityIsReportedAndTheOthersAreShown() async {
    let status = launch("--at", "2026-03-29T00:59:30Z", "Zurch", "Tokyo")

    XCTAssertEqual(output.split(separator: "\n").count, 2)
    XCTAssertTrue(output.contains("Asia/Tokyo"))
    XCTAssertEqual(errors, "WorldClock: no city is named \"Zurch\"; nearest names: Zurich\n")
    XCTAssertEqual(status, 64)
  }

  func testNoTableIsShownWhenNoCityIsFound() async {
    let status = launch("Zurch", "Tokio")

    XCTAssertEqual(output, "")
    XCTAssertEqual(errors.split(separator: "\n").count, 2)
    XCTAssertEqual(status, 64)
  }

  func testMalformedInstantShowsOnlyAnError() async {
    let status = launch("--at", "2026-02-30T00:00:00Z", "Zurich")

    XCTAssertEqual(output, "")
    XCTAssertEqual(
      errors,
      """
      WorldClock: "2026-02-30T00:00:00Z" is not an instant in UTC, such as 2026-03-29T00:59:30Z

      """
    )
    XCTAssertEqual(status, 64)
  }

  func testHelpExplainsEveryOption() async {
    let status = launch("--help")

    for option in [
      "<city>", "--at", "--locale", "--trace", "--graph", "--help", "--trace Zurich",
      "--graph dot Zurich | dot -Tsvg", "-frozen-clock",
    ] {
      XCTAssertTrue(output.contains(option), option)
    }
    XCTAssertEqual(errors, "")
    XCTAssertEqual(status, 0)
  }

  @discardableResult
  private func launch(_ words: String...) -> Int32 {
    WorldClockApp.run(words, output: &output, errors: &errors)
  }
}
