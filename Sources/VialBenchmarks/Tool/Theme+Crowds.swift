import Vial
import VialBenchmarksPublished

extension Theme {
  /// What else there is in the process, and factories that need factories.
  static let crowds = Theme(
    title: "Crowds and chains",
    rows: [
      Row(
        name: "resolve a singleton with 1,000,000 injections alive",
        bound: Bound.crowd,
        beside: "the same with none",
        around: { crowd(1_000_000) },
        countings: 0,
        left: Row.resolveSingleton,
        vial: Row.resolveSingleton
      ),
      Row(
        name: "resolve a singleton with 1,000 overrides elsewhere",
        bound: Bound.crowd,
        beside: "the same with none",
        around: { crowd(1_000, isOverridden: true) },
        left: Row.resolveSingleton,
        vial: Row.resolveSingleton
      ),
      Row(
        name: "resolve a chain of 1,000 on-demand factories on a stack of 512 KiB",
        bound: Bound.onDemand,
        stack: 512,
        countings: 3
      ) { count in
        for _ in 0..<count { use(HandWrittenLink.last()) }
      } vial: { count in
        for _ in 0..<count { use(Link.last.resolve()) }
      },
    ]
  )

  /// Makes other injections, whose instances are there too.
  private static func crowd(
    _ count: Int,
    isOverridden: Bool = false
  ) -> @MainActor () -> Void {
    let injections = (0..<count).map { Injection(strategy: .singleton, instance: $0) }
    for injection in injections { _ = injection.resolve() }
    let overrides = isOverridden ? injections.map { $0.override(with: 0) } : []
    return {
      for override in overrides.reversed() { override.rollback() }
      extendLifetime(injections)
    }
  }
}

/// What each factory of a chain builds, with what the one before it built.
final class Link: Service {
  let previous: (any Service)?

  init(_ previous: (any Service)?) {
    self.previous = previous
  }

  func serve() {}
}

extension Link {
  /// The last of 1,000 injections, each of which needs the one before.
  @MainActor static let last = (1..<1_000).reduce(
    Injection<any Service>(strategy: .onDemand, instance: Link(nil))
  ) { previous, _ in
    Injection(strategy: .onDemand, instance: Link(previous.resolve()))
  }
}

@MainActor private enum HandWrittenLink {
  static let last = (1..<1_000).reduce({ Link(nil) } as @MainActor () -> any Service) {
    previous,
    _ in { Link(previous()) }
  }
}
