public import Foundation

/// A city to tell the time in; several may share a time zone.
public struct City: Codable, Hashable, Identifiable, Sendable {
  /// The city's name.
  public let name: String

  /// The time zone that the city is in.
  public let timeZone: TimeZone

  /// A city is told from others by all that is known of it.
  public var id: Self { self }

  /// Names a city and its time zone.
  public init(name: String, timeZone: TimeZone) {
    self.name = name
    self.timeZone = timeZone
  }
}
