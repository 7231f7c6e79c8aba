import FactoryKit

extension Container {
  var singletonService: Factory<any Service> { self { LiveService() }.singleton }
  var sharedService: Factory<any Service> { self { LiveService() }.shared }
  var newService: Factory<any Service> { self { LiveService() } }
  var cachedService: Factory<any Service> { self { LiveService() }.cached }
  var numberedService: ParameterFactory<Int, any Service> { self { _ in LiveService() }.scopeOnParameters.cached }
}

@MainActor enum WithFactory {
  @MainActor final class Consumer {
    @LazyInjected(\.newService) var service: any Service
  }

  /// Opens a scope as the trait of Factory does for a test.
  private static func scope(_ body: () -> Void) {
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      Container.$shared.withValue(Container()) { body() }
    }
  }

  /// Runs a closure in a number of nested scopes.
  private static func inScopes(_ depth: Int, _ body: () -> Void) {
    depth == 0 ? body() : scope { inScopes(depth - 1, body) }
  }

  private static func operation(_ row: Row, _ repeated: @escaping @MainActor (Int) -> Void) -> Operation {
    Operation(row: row, library: "Factory", repeated: repeated)
  }

  static let operations = [
    operation(.singleton) { count in
      for _ in 0..<count { use(Container.shared.singletonService()) }
    },
    operation(.shared) { count in
      let service = Container.shared.sharedService()
      for _ in 0..<count { use(Container.shared.sharedService()) }
      extendLifetime(service)
    },
    operation(.new) { count in
      for _ in 0..<count { use(Container.shared.newService()) }
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
        Container.shared.manager.push()
        Container.shared.cachedService.register { LiveService() }
        use(Container.shared.cachedService())
        Container.shared.manager.pop()
      }
    },
    operation(.scope) { count in
      for _ in 0..<count {
        scope {
          Container.shared.singletonService.register { LiveService() }
          use(Container.shared.singletonService())
        }
      }
    },
    operation(.singletonInScope) { count in
      inScopes(1) { for _ in 0..<count { use(Container.shared.singletonService()) } }
    },
    operation(.firstReadInScope) { count in
      inScopes(1) { for _ in 0..<count { use(Consumer().service) } }
    },
    operation(.singletonInFourScopes) { count in
      inScopes(4) { for _ in 0..<count { use(Container.shared.singletonService()) } }
    },
    operation(.parameter) { count in
      for _ in 0..<count { use(Container.shared.numberedService(7)) }
    },
  ]
}
