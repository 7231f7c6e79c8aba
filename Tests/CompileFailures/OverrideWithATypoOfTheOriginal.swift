// expect: value of type 'Original<any Weather>' has no member 'skyy'
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.override(with: { (original: borrowing Original<any Weather>) in Fixed(sky: original.skyy)
  })
}
