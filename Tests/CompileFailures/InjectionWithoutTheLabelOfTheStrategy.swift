// expect: write the label: strategy: [strategy-label]
import Vial

protocol Weather {}
struct Fixed: Weather {}

@MainActor let weather = Injection<any Weather>(.singleton) { Fixed() }
