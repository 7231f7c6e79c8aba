// The declarations of the first sample in README, which its samples of views use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Observation
import Vial

@MainActor public protocol WeatherService: AnyObject {
  var isRaining: Bool { get }
}

public final class LiveWeather: WeatherService {
  public var isRaining = false
}

public final class RainyWeather: WeatherService {
  public let isRaining = true
  public init() {}
}

@MainActor public enum Services {
  public static let weather = Injection<any WeatherService>(
    strategy: .shared,
    instance: LiveWeather()
  )
  public static let forecast = Injection(strategy: .onDemand, instance: ForecastModel())
}

@MainActor @Observable public final class ForecastModel {
  @ObservationIgnored @Instance(Services.weather) public var weather
  public init() {}
  public var advice: String { weather.isRaining ? "Take an umbrella" : "Enjoy the sun" }
}
