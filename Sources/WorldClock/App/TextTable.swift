import WorldClockFeature

/// Rows of text whose columns are aligned by counting characters.
public struct TextTable {
  private let rows: [[String]]

  /// Makes a table of rows of cells; a row may have fewer cells than another.
  public init(rows: [[String]]) {
    self.rows = rows
  }

  /// The lines, each ended by a line feed; none ends in spaces.
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

  /// Makes the table of a world clock.
  @MainActor init(_ cityTimes: [CityTime]) {
    let header = ["City", "Identifier", "Time", "Day", "UTC"]
    let times = cityTimes.map { [$0.city, $0.identifier, $0.time, $0.day, $0.offset] }
    self.init(rows: [header] + times)
  }
}
