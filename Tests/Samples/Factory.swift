// What the guide from Factory takes for granted: its container and factory, as far as isolation goes.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public nonisolated final class Container: Sendable {
  public static let shared = Container()

  public func callAsFunction<Value>(_ build: @escaping () -> Value) -> Factory<Value> {
    Factory(build: build)
  }
}

public nonisolated struct Factory<Value> {
  fileprivate let build: () -> Value

  public func callAsFunction() -> Value { build() }
}

public protocol WeatherService: AnyObject {
  var isRaining: Bool { get }
}

public final class LiveWeather: WeatherService {
  public let isRaining = false
  public init() {}
}
