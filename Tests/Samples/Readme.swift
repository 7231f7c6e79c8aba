// The declarations of the first samples in README, which its sample of a view uses.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Observation
import Vial

@MainActor public protocol WeatherService: AnyObject {
  func chanceOfRain() async throws -> Double
}

public final class LiveWeather: WeatherService {
  public func chanceOfRain() async throws -> Double { 0.2 }
}

@MainActor public enum Services {
  public static let weather = Injection<any WeatherService>(
    strategy: .shared,
    instance: LiveWeather()
  )
}

@MainActor @Observable public final class ForecastModel {
  @ObservationIgnored @Instance(Services.weather) public var weather
  public init() {}
  public func advice() async throws -> String {
    try await weather.chanceOfRain() > 0.5 ? "Take an umbrella" : "Enjoy the sun"
  }
}
