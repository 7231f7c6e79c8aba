// expect: to protocol 'Forecast' crosses into main actor-isolated code
import Vial

protocol Clock24 { var hour: Int { get } }
protocol Forecast { var advice: String { get } }

@MainActor func use(_ clock: Injection<any Clock24>) {
  @MainActor final class Live: Forecast {
    @Instance(Services.clock) var clock
    var advice: String { "\(clock.hour)" }
  }
}

enum Services {
  @MainActor static let clock = Injection<any Clock24>.required("the time")
}
