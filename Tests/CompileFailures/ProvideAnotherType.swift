// expect: the implementation has another type; pass a closure as provide { … }
import Vial

protocol Weather {}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.provide(with: 5)
}
