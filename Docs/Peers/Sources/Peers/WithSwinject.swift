// A registration of this file is never missing.
// swift-format-ignore-file: NeverForceUnwrap

import Swinject

@MainActor enum WithSwinject {
  static let container = {
    let container = Container()
    container.register((any Service).self, name: "singleton") { _ in LiveService() }.inObjectScope(.container)
    container.register((any Service).self, name: "shared") { _ in LiveService() }.inObjectScope(.weak)
    container.register((any Service).self, name: "new") { _ in LiveService() }.inObjectScope(.transient)
    return container
  }()

  @MainActor final class Consumer {
    lazy var service = resolved("new")
  }

  private static func resolved(_ name: String) -> any Service {
    container.resolve((any Service).self, name: name)!
  }

  private static func registerSingleton(in container: Container) {
    container.register((any Service).self, name: "singleton") { _ in LiveService() }.inObjectScope(.container)
  }

  private static func operation(_ row: Row, _ repeated: @escaping @MainActor (Int) -> Void) -> Operation {
    Operation(row: row, library: "Swinject", repeated: repeated)
  }

  static let operations = [
    operation(.singleton) { count in
      for _ in 0..<count { use(resolved("singleton")) }
    },
    operation(.shared) { count in
      let service = resolved("shared")
      for _ in 0..<count { use(resolved("shared")) }
      extendLifetime(service)
    },
    operation(.new) { count in
      for _ in 0..<count { use(resolved("new")) }
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
        registerSingleton(in: container)
        use(resolved("singleton"))
        registerSingleton(in: container)
      }
    },
    operation(.scope) { count in
      for _ in 0..<count {
        let child = Container(parent: container)
        registerSingleton(in: child)
        use(child.resolve((any Service).self, name: "singleton")!)
      }
    },
    operation(.singletonInScope) { count in
      let child = Container(parent: container)
      for _ in 0..<count { use(child.resolve((any Service).self, name: "singleton")!) }
    },
  ]
}
