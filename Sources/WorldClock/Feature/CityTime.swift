/// The time in one city, formatted for display.
public struct CityTime: Equatable {
  /// The city's name.
  public let city: String

  /// The identifier of the city's time zone.
  public let identifier: String

  /// The time of day.
  public let time: String

  /// The day of the week and the date.
  public let day: String

  /// The offset of local time from UTC, such as `+05:45`.
  public let offset: String
}
