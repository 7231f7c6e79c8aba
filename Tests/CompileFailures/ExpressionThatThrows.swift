// expect: call can throw, but it is executed in a non-throwing autoclosure
import Vial

final class Database {
  static func connect() async -> Database { Database() }
  static func open() throws -> Database { Database() }
}

@MainActor let database = Injection(strategy: .singleton, instance: try Database.open())
