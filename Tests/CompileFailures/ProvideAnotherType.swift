// expect: the injection requires another type; for a closure, write provide { … } [provide-type]
import Vial

protocol Weather {}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.provide(with: 5)
}
