// expect: value of type 'any Weather' has no member 'skyy'
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

@MainActor func decorate(_ original: borrowing Original<any Weather>) -> any Weather {
  Fixed(sky: original.resolve().skyy)
}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.override(with: decorate)
}
