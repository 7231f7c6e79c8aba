// expect: what is provided is of another type than the injection; a closure is passed as provide { … }
import Vial

protocol Weather {}
struct Fixed: Weather {}

@MainActor func use(_ weather: Injection<any Weather>, _ fixed: Injection<Fixed>) {
  weather.provide(with: fixed)
}
