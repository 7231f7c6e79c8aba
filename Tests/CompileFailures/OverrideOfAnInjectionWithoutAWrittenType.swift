// expect: publish Injection<any P>
import Vial

protocol Weather {}
struct Live: Weather {}
struct Mock: Weather {}

enum Services {
  @MainActor static let weather = Injection(strategy: .shared, instance: Live())
}

@MainActor func use() { Services.weather.override(with: Mock()) }
