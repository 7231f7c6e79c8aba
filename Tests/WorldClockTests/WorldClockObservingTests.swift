import Vial
import WorldClock
import WorldClockInterface
import WorldClockLive
import XCTest

/// What the command tells of its injections.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
final class WorldClockObservingTests: XCTestCase {
  private var output = ""
  private var errors = ""

  override func tearDown() async throws {
    Overrides.rollbackAll()
  }

  func testLocaleChoosesAnotherFormatterOfTheFamily() async {
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

  func testNoFormatterIsKeptOnceTheTableIsWritten() async {
    launch("Zurich", "Tokyo")

    XCTAssertNil(timeFormatters[.britishEnglish].current)
  }

  func testTraceTellsWhatWasInjectedBesideTheTable() async {
    let status = launch("--trace", "--at", "2026-03-29T00:59:30Z", "zurich", "Zurch")

    let lines = errors.split(separator: "\n").map(String.init)
    XCTAssertTrue(output.contains("Zurich  Europe/Zurich  01:59:30  Sun 29 Mar  +01:00\n"))
    XCTAssertEqual(lines.first.map { $0.hasPrefix("any WallClock (WorldClockLive/") }, true)
    let formatter = lines.firstIndex { $0.hasPrefix("building any TimeFormatter (") }
    let member = lines.firstIndex { $0.hasPrefix("  building any TimeFormatter[en_GB] (") }
    XCTAssertEqual(formatter.map { $0 + 1 }, member)
    XCTAssertTrue(lines.contains("cleared table"))
    XCTAssertEqual(
      lines.last,
      "WorldClock: no city is named \"Zurch\"; nearest names: Zurich"
    )
    XCTAssertEqual(status, 64)
  }

  func testTraceEndsWithTheCommand() async {
    launch("--trace", "Zurich")
    let trace = errors

    launch("Zurich")

    XCTAssertEqual(errors, trace)
  }

  func testGraphStandsAlone() async {
    let status = launch("--graph", "mermaid", "--at", "2026-03-29T00:59:30Z", "zurich")

    XCTAssertEqual(
      output.replacing(/:\d+/, with: ""),
      """
      flowchart LR
        n0("WorldClockModel")
        n1["any TimeFormatter<br/>onDemand<br/>WorldClockLive/LocalizedTimeFormatter.swift"]
        n2["any TimeFormatter[en_GB]<br/>scoped(table)<br/>WorldClockLive/LocalizedTimeFormatter.swift"]
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

  func testGraphOfTheWellKnownCitiesHasThem() async {
    launch("--graph", "dot")

    XCTAssertTrue(output.hasPrefix("digraph injections {\n"))
    XCTAssertTrue(output.contains("Array<String>\\nsingleton\\nWorldClockInterface/"))
  }

  func testTheCommandIsSealedOnceItIsComposed() async {
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
