import Foundation
public import Vial
public import WorldClockInterface

/// The writing of one table; clear it when the table is written.
@MainActor public let tableScope = InjectionFlow("table")

/// A formatter for each locale: `.flow`, because all rows of a table are written by the same one
/// and nobody needs it afterwards.
@MainActor public let timeFormatters = InjectionFamily<LocaleIdentifier, any TimeFormatter>(
  strategy: .flow(tableScope)
) { identifier in
  LocalizedTimeFormatter(locale: Locale(identifier: "\(identifier)"))
}

/// The formatter for those who do not care which: `.onDemand`, because the family keeps it.
///
/// British English, unless it is overridden with the family's injection of another locale.
@MainActor public let timeFormatter = Injection<any TimeFormatter>(
  strategy: .onDemand,
  instance: timeFormatters.resolve(.britishEnglish)
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
