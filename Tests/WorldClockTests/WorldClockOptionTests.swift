import Foundation
import Vial
import VialInspection
import WorldClock
import WorldClockInterface
import WorldClockLive
import XCTest

/// The options of the command that change or show its injections.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
final class WorldClockOptionTests: XCTestCase {
  private var output = ""
  private var errors = ""

  override func tearDown() async throws {
    Overrides.rollbackAll()
  }

  func testLocaleSelectsAnotherFormatterOfTheFamily() async {
    let status = launch("--locale", "de_CH", "--at", "2026-03-29T00:59:30Z", "zurich")

    XCTAssertEqual(
      output,
      """
      City    Identifier     Time      Day           UTC
      Zurich  Europe/Zurich  01:59:30  So. 29. März  +01:00

      """
    )
    XCTAssertEqual(errors, "")
    XCTAssertEqual(status, 0)
  }

  func testFormatterIsReleasedWhenTheTableIsWritten() async {
    launch("Zurich", "Tokyo")

    XCTAssertNil(timeFormatters[.britishEnglish].current)
  }

  func testGraphReplacesTheTable() async {
    let status = launch("--graph", "mermaid", "--at", "2026-03-29T00:59:30Z", "zurich")

    XCTAssertEqual(
      output.replacing(/:\d+/, with: ""),
      """
      flowchart LR
        n0("WorldClockModel")
        n1["any TimeFormatter<br/>onDemand<br/>WorldClockLive/LocalizedTimeFormatter.swift"]
        n2["any TimeFormatter[en_GB]<br/>flow(table)<br/>WorldClockLive/LocalizedTimeFormatter.swift"]
        n3["any TimeZoneCatalogue<br/>shared<br/>WorldClockLive/SystemTimeZoneCatalogue.swift"]
        n4["any WallClock<br/>singleton<br/>overridden at WorldClock/Composition.swift"]:::overridden
        n0 --> n1
        n0 --> n3
        n0 --> n4
        n1 --> n2
        classDef overridden stroke-dasharray: 5 5

      """
    )
    XCTAssertEqual(errors, "")
    XCTAssertEqual(status, 0)
  }

  func testGraphContainsTheWellKnownCities() async {
    launch("--graph", "dot")

    XCTAssertTrue(output.hasPrefix("digraph injections {\n"))
    XCTAssertTrue(output.contains("Array<String>\\nsingleton\\nWorldClockInterface/"))
  }

  func testProfileReplacesTheTable() async throws {
    let status = launch("--profile", "--at", "2026-03-29T00:59:30Z", "zurich")

    let profile = try JSONDecoder().decode(InjectionProfile.self, from: Data(output.utf8))
    XCTAssertEqual(
      profile.built,
      ["any TimeFormatter", "any TimeFormatter[en_GB]", "any TimeZoneCatalogue", "any WallClock"]
    )
    XCTAssertEqual(status, 0)
  }

  func testCommandIsSealedAfterItsComposition() async {
    var overrides: Int?

    let status = WorldClockApp.run(
      ["--at", "2026-03-29T00:59:30Z", "--locale", "de_CH", "Zurich"],
      output: &output,
      errors: &errors
    ) {
      overrides = Overrides.active.count
      XCTAssertNil(wallClock.current)
    }

    XCTAssertEqual(overrides, 2)
    XCTAssertEqual(status, 0)
  }

  @discardableResult
  private func launch(_ words: String...) -> Int32 {
    WorldClockApp.run(words, output: &output, errors: &errors)
  }
}
