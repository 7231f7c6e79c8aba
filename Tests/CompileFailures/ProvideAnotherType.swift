// expect: what is provided is of another type than the injection; a closure is passed as provide { … }
import Vial

protocol Weather {}

@MainActor func use(_ weather: Injection<any Weather>) {
  weather.provide(with: 5)
}
