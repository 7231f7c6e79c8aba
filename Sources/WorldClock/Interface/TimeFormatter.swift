public import Foundation

/// A formatter for the local time and day of an instant in a time zone.
public protocol TimeFormatter {
  /// Returns the time of day with seconds.
  func time(of instant: Date, in timeZone: TimeZone) -> String

  /// Returns the day of the week and the date.
  func day(of instant: Date, in timeZone: TimeZone) -> String
}
