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
  private let overrides: [Override]

  init(overrides: [Override]) {
    self.overrides = overrides
  }

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
      [("injection", "declared at", "overridden at")]
      + map { ($0.declaration.typeName, "\($0.declaration.callSite)", "\($0.callSite)") }
    let first = rows.map(\.0.count).max() ?? 0
    let second = rows.map(\.1.count).max() ?? 0
    return rows.map { row in
      padded(row.0, to: first) + "  " + padded(row.1, to: second) + "  " + row.2
    }.joined(separator: "\n")
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }
}

// MARK: - CustomDebugStringConvertible

extension OverrideList: CustomDebugStringConvertible {
  /// The same table, so that a debugger shows it too.
  public var debugDescription: String { description }
}
