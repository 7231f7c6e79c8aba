import Foundation
public import Vial
public import WorldClockInterface

/// A formatter for British English, on a 24-hour clock: `.onDemand`, because it is cheap to make.
@MainActor public let timeFormatter = Injection<any TimeFormatter>(
  strategy: .onDemand,
  instance: LocalizedTimeFormatter(locale: Locale(identifier: "en_GB"))
)

/// Writes times and days as people do who share a language and a region.
///
/// It stands on `Date.FormatStyle`, which brings its own time zone data: `DateFormatter` on Linux
/// needs the files in `/usr/share/zoneinfo`, which small container images do not have.
struct LocalizedTimeFormatter: TimeFormatter {
  let locale: Locale

  func time(of instant: Date, in timeZone: TimeZone) -> String {
    instant.formatted(style(in: timeZone).hour().minute().second())
  }

  func day(of instant: Date, in timeZone: TimeZone) -> String {
    instant.formatted(style(in: timeZone).weekday().day().month())
  }

  private func style(in timeZone: TimeZone) -> Date.FormatStyle {
    Date.FormatStyle(locale: locale, timeZone: timeZone)
  }
}
