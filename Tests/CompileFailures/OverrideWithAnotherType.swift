// expect: the replacement is of another type than the injection; a closure without a parameter is passed as override { … }
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.override(with: NotAWeather())
}
