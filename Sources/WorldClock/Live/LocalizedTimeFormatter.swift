import Foundation
public import Vial
public import WorldClockInterface

/// The flow of one table, which is cleared after the table is printed.
@MainActor public let tableScope = InjectionFlow("table")

/// A formatter for each locale, `.flow`, because all rows of a table share one formatter, which is
/// not used after the table is printed.
///
/// A formatter is harmless, so tests may use it.
@MainActor public let timeFormatters = InjectionFamily<LocaleIdentifier, any TimeFormatter>(
  strategy: .flow(tableScope)
) { identifier in
  LocalizedTimeFormatter(locale: Locale(identifier: "\(identifier)"))
}
.allowLiveInTests()

/// The formatter for the current locale, `.onDemand`, because the family caches the formatter.
///
/// The locale is British English, unless an override provides the formatter of another locale.
@MainActor public let timeFormatter = Injection<any TimeFormatter>(
  strategy: .onDemand,
  instance: timeFormatters.resolve(.britishEnglish)
)
.allowLiveInTests()

/// A formatter that follows the conventions of a locale.
///
/// It uses `Date.FormatStyle`, which includes time zone data. On Linux, `DateFormatter` requires the
/// files in `/usr/share/zoneinfo`, which small container images do not contain.
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
