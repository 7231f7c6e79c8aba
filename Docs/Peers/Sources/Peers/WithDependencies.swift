import Dependencies

enum ServiceKey: DependencyKey {
  static var liveValue: any Service { LiveService() }
  static var testValue: any Service { LiveService() }
}

extension DependencyValues {
  var service: any Service {
    get { self[ServiceKey.self] }
    set { self[ServiceKey.self] = newValue }
  }
}

@MainActor enum WithDependencies {
  @MainActor final class Consumer {
    @Dependency(\.service) var service
  }

  /// Runs a closure in a number of nested scopes.
  private static func inScopes(_ depth: Int, _ body: () -> Void) {
    if depth == 0 { return body() }
    withDependencies {
      $0.service = LiveService()
    } operation: {
      inScopes(depth - 1, body)
    }
  }

  /// Opens a scope, overrides the service and resolves it.
  private static func overrideAndResolve() {
    withDependencies {
      $0.service = LiveService()
    } operation: {
      @Dependency(\.service) var service
      use(service)
    }
  }

  private static func operation(_ row: Row, _ repeated: @escaping @MainActor (Int) -> Void) -> Operation {
    Operation(row: row, library: "swift-dependencies", repeated: repeated)
  }

  static let operations = [
    operation(.firstRead) { count in
      for _ in 0..<count { use(Consumer().service) }
    },
    operation(.furtherRead) { count in
      let consumer = Consumer()
      use(consumer.service)
      for _ in 0..<count { use(consumer.service) }
    },
    operation(.override) { count in
      for _ in 0..<count { overrideAndResolve() }
    },
    operation(.scope) { count in
      for _ in 0..<count { overrideAndResolve() }
    },
    operation(.singletonInScope) { count in
      inScopes(1) {
        @Dependency(\.service) var service
        for _ in 0..<count { use(service) }
      }
    },
    operation(.firstReadInScope) { count in
      inScopes(1) { for _ in 0..<count { use(Consumer().service) } }
    },
    operation(.singletonInFourScopes) { count in
      inScopes(4) {
        @Dependency(\.service) var service
        for _ in 0..<count { use(service) }
      }
    },
  ]
}
