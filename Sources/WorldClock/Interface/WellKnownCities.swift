public import Vial

/// The cities to show when nobody asks for any: a matter of the application, which this module and
/// those that build on it do not know, so it is `.required`.
@MainActor public let wellKnownCities = Injection<[String]>.required(
  "the names of the cities to show when nobody asks for any"
)
