import Foundation
import WorldClock
import WorldClockInterface
import XCTest

/// The parser of the command line.
final class ArgumentsTests: XCTestCase {
  func testWordsAreNamesOfCities() throws {
    let arguments = try Arguments(["Zurich", "New York"])

    XCTAssertEqual(arguments.cities, ["Zurich", "New York"])
    XCTAssertNil(arguments.instant)
    XCTAssertFalse(arguments.wantsHelp)
  }

  func testInstantCanPrecedeOrFollowTheCities() throws {
    let before = try Arguments(["--at", "1970-01-01T00:01:00Z", "Zurich"])
    let after = try Arguments(["Zurich", "--at", "1970-01-01T00:01:00Z"])

    XCTAssertEqual(before, after)
    XCTAssertEqual(before.instant, Date(timeIntervalSince1970: 60))
  }

  func testHelpHasAShortAndALongOption() throws {
    XCTAssertTrue(try Arguments(["-h"]).wantsHelp)
    XCTAssertTrue(try Arguments(["Zurich", "--help"]).wantsHelp)
  }

  func testErrorNamesAnUnknownOption() {
    assertError(["Zurich", "--att"], naming: "--att")
  }

  func testErrorForAMissingInstantHasAnExample() {
    assertError(["--at"], naming: "2026-03-29T00:59:30Z")
  }

  func testErrorForAMalformedInstantHasAnExample() {
    let words = ["--at", "yesterday"]
    assertError(words, naming: "yesterday")
    assertError(words, naming: "2026-03-29T00:59:30Z")
  }

  func testIncompleteOrImpossibleInstantsAreMalformed() {
    let malformed = [
      "", "2026-03-29", "2026-3-29T00:59:30Z", "2026-02-30T00:00:00Z", "2026-03-29T24:00:00Z",
      "2026-03-29T00:59:30", "2026-03-29T00:59:30Z!", " 2026-03-29T00:59:30Z",
    ]
    for text in malformed {
      XCTAssertNil(Date(instant: text), text)
    }
    XCTAssertNotNil(Date(instant: "2028-02-29T23:59:59Z"))
  }

  func testLocaleMustBeAvailableInFoundation() throws {
    XCTAssertEqual(try Arguments(["--locale", "de_CH"]).locale?.description, "de_CH")
    XCTAssertNil(try Arguments(["Zurich"]).locale)
    assertError(["--locale"], naming: "de_CH")
    assertError(["--locale", "de_XY"], naming: "de_XY")
  }

  func testGraphOptionHasALanguage() throws {
    XCTAssertEqual(try Arguments(["--graph", "mermaid"]).graph, .mermaid)
    XCTAssertEqual(try Arguments(["--graph", "dot", "Zurich"]).graph, .dot)
    XCTAssertNil(try Arguments(["Zurich"]).graph)
    assertError(["--graph"], naming: "mermaid or dot")
    assertError(["--graph", "svg"], naming: "svg")
  }

  func testTraceOptionEnablesTheTrace() throws {
    XCTAssertTrue(try Arguments(["--trace", "Zurich"]).wantsTrace)
    XCTAssertFalse(try Arguments(["Zurich"]).wantsTrace)
  }

  private func assertError(
    _ words: [String],
    naming detail: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    XCTAssertThrowsError(try Arguments(words), file: file, line: line) { error in
      let error = error as? ArgumentError
      XCTAssertEqual(error?.message.contains(detail), true, file: file, line: line)
    }
  }
}
