// expect: cannot infer type of closure parameter 'original' without a type annotation
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

// The compiler cannot choose an override. In OverrideWithATypoInAWrittenType.swift, the closure declares its type.
@MainActor func use(_ weather: Injection<any Weather>) {
  weather.override(with: { original in Fixed(sky: original.resolve().skyy) })
}
