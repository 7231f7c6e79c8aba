// expect: cannot convert value of type 'Injection<Int>' to expected argument type 'Injection<any Weather>'
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

@MainActor func use(_ weather: Injection<any Weather>, _ limits: Injection<Int>) {
  weather.override(with: limits)
}
