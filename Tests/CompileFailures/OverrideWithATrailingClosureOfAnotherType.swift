// expect: an override's closure returns what the injection provides, without await or try
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.override { "rain" }
}
