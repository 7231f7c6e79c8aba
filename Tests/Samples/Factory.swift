// The declarations that the guide from Factory uses: the container and the factory of Factory, with their isolation.
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
