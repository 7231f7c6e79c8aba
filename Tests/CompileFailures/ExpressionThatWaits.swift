// expect: 'async' call in an autoclosure that does not support concurrency
import Vial

final class Database {
  static func connect() async -> Database { Database() }
  static func open() throws -> Database { Database() }
}

@MainActor let database = Injection<Database>(
  strategy: .singleton,
  instance: await Database.connect()
)
