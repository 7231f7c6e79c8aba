import Vial

@MainActor enum WithVial {
  static let singleton = Injection<any Service>(strategy: .singleton, instance: LiveService())
  static let shared = Injection<any Service>(strategy: .shared, instance: LiveService())
  static let new = Injection<any Service>(strategy: .onDemand, instance: LiveService())
  static let family = InjectionFamily<Int, any Service>(strategy: .singleton) { _ in LiveService() }

  @MainActor final class Consumer {
    @Instance(new) var service
  }

  /// Runs a closure in a number of nested scopes.
  private static func inScopes(_ depth: Int, _ body: () -> Void) {
    depth == 0 ? body() : withOverrideScope { inScopes(depth - 1, body) }
  }

  private static func operation(_ row: Row, _ repeated: @escaping @MainActor (Int) -> Void) -> Operation {
    Operation(row: row, library: "Vial", repeated: repeated)
  }

  static let operations = [
    operation(.singleton) { count in
      for _ in 0..<count { use(singleton.resolve()) }
    },
    operation(.shared) { count in
      let service = shared.resolve()
      for _ in 0..<count { use(shared.resolve()) }
      extendLifetime(service)
    },
    operation(.new) { count in
      for _ in 0..<count { use(new.resolve()) }
    },
    operation(.firstRead) { count in
      for _ in 0..<count { use(Consumer().service) }
    },
    operation(.furtherRead) { count in
      let consumer = Consumer()
      use(consumer.service)
      for _ in 0..<count { use(consumer.service) }
    },
    operation(.override) { count in
      for _ in 0..<count {
        singleton.override(with: LiveService())
        use(singleton.resolve())
        singleton.rollbackOverride()
      }
    },
    operation(.scope) { count in
      for _ in 0..<count {
        withOverrideScope {
          singleton.override(with: LiveService())
          use(singleton.resolve())
        }
      }
    },
    operation(.singletonInScope) { count in
      inScopes(1) { for _ in 0..<count { use(singleton.resolve()) } }
    },
    operation(.firstReadInScope) { count in
      inScopes(1) { for _ in 0..<count { use(Consumer().service) } }
    },
    operation(.singletonInFourScopes) { count in
      inScopes(4) { for _ in 0..<count { use(singleton.resolve()) } }
    },
    operation(.parameter) { count in
      for _ in 0..<count { use(family.resolve(7)) }
    },
  ]
}
