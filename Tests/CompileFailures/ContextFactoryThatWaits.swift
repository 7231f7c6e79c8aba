// expect: a factory cannot await or throw: publish a Task, a Result, or an actor [factory-awaits]
import Vial

protocol Weather {}
struct Fixed: Weather {
  static func load() async throws -> Fixed { Fixed() }
}

@MainActor let weather = Injection<any Weather>(strategy: .singleton, instance: Fixed())
  .when(.preview) { try await Fixed.load() }
