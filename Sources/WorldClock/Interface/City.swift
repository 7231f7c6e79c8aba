public import Foundation

/// A city and its time zone.
public struct City: Codable, Hashable, Identifiable, Sendable {
  /// The name of the city.
  public let name: String

  /// The time zone of the city.
  public let timeZone: TimeZone

  /// The city itself, because its name alone is not unique.
  public var id: Self { self }

  /// Creates a city with a name and a time zone.
  public init(name: String, timeZone: TimeZone) {
    self.name = name
    self.timeZone = timeZone
  }
}
