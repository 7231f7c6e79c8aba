// expect: a factory cannot await or throw: publish a Task, a Result, or an actor [factory-awaits]
import Vial

protocol Weather {}
struct Fixed: Weather {
  static func open() throws -> Fixed { Fixed() }
}

@MainActor let weather = Injection<any Weather>.required("a weather service")
  .when(.test) {
    let fixed = try Fixed.open()
    return fixed
  }
