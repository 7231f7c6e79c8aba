// expect: the injection provides another type: publish Injection<any P>
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.override(with: NotAWeather())
}
