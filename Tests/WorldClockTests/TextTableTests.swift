import WorldClock
import XCTest

/// The layout of the table.
final class TextTableTests: XCTestCase {
  func testColumnIsAsWideAsItsLongestCell() {
    let table = TextTable(rows: [["City", "Time"], ["Ho Chi Minh", "06:44"], ["Lima", "18:44"]])

    XCTAssertEqual(
      table.text,
      """
      City         Time
      Ho Chi Minh  06:44
      Lima         18:44

      """
    )
  }

  func testWidthOfAColumnIsCountedInCharacters() {
    let table = TextTable(rows: [["März", "1"], ["Mai", "2"], ["3月", "3"]])

    XCTAssertEqual(table.text, "März  1\nMai   2\n3月    3\n")
  }

  func testRowsCanHaveDifferentLengths() {
    XCTAssertEqual(TextTable(rows: [["a"], ["bb", "c"], []]).text, "a\nbb  c\n\n")
  }

  func testTableWithoutRowsHasNoText() {
    XCTAssertEqual(TextTable(rows: []).text, "")
  }
}
