/// A list of overrides that prints as a table.
///
/// ```swift
/// print(Overrides.active)
/// ```
///
/// ```
/// injection           declared at                   overridden at
/// any WeatherService  Weather/LiveWeather.swift:12  Tests/ForecastTests.swift:31
/// ```
public struct OverrideList: RandomAccessCollection, Sendable {
  let overrides: [Override]

  /// The position of the oldest override.
  public var startIndex: Int { overrides.startIndex }

  /// The position after the newest override.
  public var endIndex: Int { overrides.endIndex }

  /// The override at a position, oldest first.
  ///
  /// - Parameter position: A position from `startIndex` up to `endIndex`.
  public subscript(position: Int) -> Override { overrides[position] }
}

// MARK: - CustomStringConvertible

extension OverrideList: CustomStringConvertible {
  /// A table with a line for each override, or "no overrides".
  public var description: String {
    guard !isEmpty else { return "no overrides" }
    let rows =
      [["injection", "declared at", "overridden at"]]
      + overrides.map { [$0.declaration.typeName, "\($0.declaration.callSite)", "\($0.callSite)"] }
    let widths = (0...1).map { column in rows.reduce(0) { Swift.max($0, $1[column].count) } }
    return rows.map { row in
      let cells = (0...1).map { column in
        row[column] + String(repeating: " ", count: widths[column] - row[column].count)
      }
      return (cells + [row[2]]).joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

// MARK: - CustomDebugStringConvertible

extension OverrideList: CustomDebugStringConvertible {
  /// The same table, so that a debugger shows it too.
  public var debugDescription: String { description }
}
