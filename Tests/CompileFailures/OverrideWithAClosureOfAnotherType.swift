// expect: return the injection's type without await or try, or publish Injection<any P> [override-closure]
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.override(with: { _ in "rain" })
}
