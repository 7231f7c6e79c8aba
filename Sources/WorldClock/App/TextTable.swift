import WorldClockFeature

/// A table of text, with columns aligned by their number of characters.
public struct TextTable {
  private let rows: [[String]]

  /// Creates a table from rows, which may have different numbers of cells.
  public init(rows: [[String]]) {
    self.rows = rows
  }

  /// The lines of the table, each terminated by a line feed and without trailing spaces.
  public var text: String {
    let widths = rows.reduce(into: [Int]()) { widths, row in
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      let padded = zip(row.dropLast(), widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return (padded + row.suffix(1)).joined(separator: "  ") + "\n"
    }.joined()
  }

  /// Creates a table with a header and one row for each city.
  @MainActor init(_ cityTimes: [CityTime]) {
    let header = ["City", "Identifier", "Time", "Day", "UTC"]
    let times = cityTimes.map { [$0.city, $0.identifier, $0.time, $0.day, $0.offset] }
    self.init(rows: [header] + times)
  }
}
