public import Foundation

/// Writes an instant the way a clock and a calendar on the wall of some place show it.
public protocol TimeFormatter {
  /// The time of day, to the second.
  func time(of instant: Date, in timeZone: TimeZone) -> String

  /// The day of the week and the date.
  func day(of instant: Date, in timeZone: TimeZone) -> String
}
