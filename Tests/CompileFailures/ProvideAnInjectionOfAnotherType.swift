// expect: the injection requires another type; for a closure, write provide { … } [provide-type]
import Vial

protocol Weather {}
struct Fixed: Weather {}

@MainActor func use(_ weather: Injection<any Weather>, _ fixed: Injection<Fixed>) {
  weather.provide(with: fixed)
}
