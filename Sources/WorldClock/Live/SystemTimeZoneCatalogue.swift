import Foundation
public import Vial
public import WorldClockInterface

/// The catalogue of all time zones: `.shared`, because it is large and of no use once nobody looks
/// anything up.
@MainActor public let timeZoneCatalogue = Injection<any TimeZoneCatalogue>(
  strategy: .shared,
  instance: SystemTimeZoneCatalogue()
)

/// The time zones of Foundation's database, found by the last parts of their identifiers.
///
/// Neither case, accents, underscores nor hyphens matter: "são paulo" finds `America/Sao_Paulo`.
/// More parts than the last one tell cities of the same name apart: "indiana/petersburg".
final class SystemTimeZoneCatalogue: TimeZoneCatalogue {
  /// Current names that Foundation's list leaves out, although it knows the zones.
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

  /// What remains of a name when spelling habits are taken away.
  fileprivate var searchKey: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .replacing(/[_-]/, with: " ")
  }
}
