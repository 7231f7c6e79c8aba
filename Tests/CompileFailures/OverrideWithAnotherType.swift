// expect: no exact matches in call to instance method 'override'
// expect: candidate expects value of type 'Weather' for parameter #1 (got 'NotAWeather')
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.override(with: NotAWeather())
}
