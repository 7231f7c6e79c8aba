// expect: return the injection's type without await or try [provide-closure]
import Vial

protocol Weather {}
struct Fixed: Weather {}

@MainActor func use(_ weather: Injection<any Weather>, _ load: @escaping () async -> Fixed) {
  weather.provide { await load() }
}
