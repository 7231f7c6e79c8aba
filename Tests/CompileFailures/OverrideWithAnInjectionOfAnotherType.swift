// expect: another type: conform to P, publish Injection<any P>, or write override { … } [override-type]
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

@MainActor func use(_ weather: Injection<any Weather>, _ limits: Injection<Int>) {
  weather.override(with: limits)
}
