// expect: add () to forward '@autoclosure' parameter
import Vial

final class Database {
  static func connect() async -> Database { Database() }
}

@MainActor let database = Injection<Database>(
  strategy: .singleton,
  instance: { await Database.connect() }
)
