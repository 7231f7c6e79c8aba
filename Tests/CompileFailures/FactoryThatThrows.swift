// expect: a factory cannot await or throw: publish a Task, a Result, or an actor [factory-awaits]
import Vial

final class Database {
  static func connect() async -> Database { Database() }
  static func open() throws -> Database { Database() }
}

@MainActor let database = Injection(strategy: .singleton) { try Database.open() }
