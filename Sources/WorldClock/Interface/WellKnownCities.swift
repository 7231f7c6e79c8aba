public import Vial

/// The names of the cities to show if the user names none, `.required`, because each application
/// has a different list.
@MainActor public let wellKnownCities = Injection<[String]>.required(
  "the names of the cities to show by default"
)
