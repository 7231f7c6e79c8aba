import Skein

private struct Singleton: SkeinQualifier {}
private struct New: SkeinQualifier {}

@MainActor enum WithSkein {
  private static func makeApplication() -> SkeinApplication {
    try! SkeinApplication {
      Skein.module {
        Skein.single((any Service).self, qualifier: Singleton(), provider: { _ in LiveService() })
        Skein.factory((any Service).self, qualifier: New(), provider: { _ in LiveService() })
      }
    }
  }

  static let application = makeApplication()

  @MainActor final class Consumer {
    lazy var service: any Service = try! application.get((any Service).self, qualifier: New())
  }

  private static func operation(_ row: Row, _ repeated: @escaping @MainActor (Int) -> Void) -> Operation {
    Operation(row: row, library: "Skein", repeated: repeated)
  }

  static let operations = [
    operation(.singleton) { count in
      for _ in 0..<count { use(try! application.get((any Service).self, qualifier: Singleton())) }
    },
    operation(.new) { count in
      for _ in 0..<count { use(try! application.get((any Service).self, qualifier: New())) }
    },
    operation(.firstRead) { count in
      for _ in 0..<count { use(Consumer().service) }
    },
    operation(.furtherRead) { count in
      let consumer = Consumer()
      use(consumer.service)
      for _ in 0..<count { use(consumer.service) }
    },
    operation(.scope) { count in
      for _ in 0..<count {
        let application = makeApplication()
        use(try! application.get((any Service).self, qualifier: Singleton()))
      }
    },
  ]
}
