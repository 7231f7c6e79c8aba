// expect: the implementation has another type; pass a closure as provide { … }
import Vial

protocol Weather {}
struct Fixed: Weather {}

@MainActor func use(_ weather: Injection<any Weather>, _ fixed: Injection<Fixed>) {
  weather.provide(with: fixed)
}
