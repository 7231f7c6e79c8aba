import Foundation
public import Vial
public import WorldClockInterface

/// The catalogue of all time zones, `.shared`, because it is large and should be released when it is
/// no longer used.
///
/// It is constant, so tests may use it.
@MainActor public let timeZoneCatalogue = Injection<any TimeZoneCatalogue>(
  strategy: .shared,
  instance: SystemTimeZoneCatalogue()
)
.allowLiveInTests()

/// The time zones of Foundation's database, found by the last parts of their identifiers.
///
/// A search ignores case, accents, underscores and hyphens: "são paulo" finds `America/Sao_Paulo`.
/// To distinguish cities of the same name, a search can include more parts: "indiana/petersburg".
final class SystemTimeZoneCatalogue: TimeZoneCatalogue {
  /// Identifiers that Foundation supports but does not list.
  private static let unlisted = ["Asia/Kolkata", "Etc/UTC"]

  private let entries: [(key: String, identifier: String)]

  init() {
    let identifiers = Set(TimeZone.knownTimeZoneIdentifiers).union(Self.unlisted)
    entries = identifiers.sorted().map { ($0.searchKey, $0) }
  }

  var cityNames: [String] { entries.map(\.identifier.cityName) }

  func cityName(of timeZone: TimeZone) -> String { timeZone.identifier.cityName }

  func timeZones(ofCity name: String) -> [TimeZone] {
    let key = name.searchKey
    return
      entries
      .filter { $0.key == key || $0.key.hasSuffix("/" + key) }
      .compactMap { TimeZone(identifier: $0.identifier) }
  }
}

extension String {
  /// The last part of a time zone's identifier, with spaces.
  fileprivate var cityName: String {
    String(split(separator: "/").last ?? "").replacing("_", with: " ")
  }

  /// The name in the normalized form that searches compare.
  fileprivate var searchKey: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .replacing(/[_-]/, with: " ")
  }
}
