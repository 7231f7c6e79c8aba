// expect: closure passed to parameter of type 'Weather' that does not accept a closure
import Vial

protocol Weather { var sky: String { get } }
struct Fixed: Weather { let sky: String }
struct NotAWeather {}

// The compiler takes any mistake in the closure for a sign that another override was meant, and says
// this; Common mistakes says how to see the mistake itself.
@MainActor func use(_ weather: Injection<any Weather>) {
  weather.override(with: { original in Fixed(sky: original.resolve().skyy) })
}
