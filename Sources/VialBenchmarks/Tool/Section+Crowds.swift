import Vial
import VialBenchmarksPublished

extension Section {
  /// Resolving while many other injections exist, and long chains of factories.
  static let crowds = Section(
    title: "Crowds and chains",
    rows: [
      Row(
        name: "resolve a singleton with 1,000,000 injections alive",
        bound: Bound.unaffected,
        baselineName: "without them",
        setUp: { crowd(1_000_000) },
        baseline: Row.resolveSingleton,
        vial: Row.resolveSingleton
      ),
      Row(
        name: "resolve a singleton with 1,000 overrides elsewhere",
        bound: Bound.unaffected,
        baselineName: "without them",
        setUp: { crowd(1_000, isOverridden: true) },
        baseline: Row.resolveSingleton,
        vial: Row.resolveSingleton
      ),
      Row(
        name: "resolve a chain of 1,000 on-demand factories on a stack of 1 MiB",
        bound: Bound.chain,
        stackSize: 1024,
        countedOperations: 3
      ) { count in
        for _ in 0..<count { use(HandWrittenLink.last()) }
      } vial: { count in
        for _ in 0..<count { use(Link.last.resolve()) }
      },
    ]
  )

  /// Creates other injections, and overrides them if `isOverridden`.
  private static func crowd(
    _ count: Int,
    isOverridden: Bool = false
  ) -> @MainActor () -> Void {
    let injections = (0..<count).map { Injection(strategy: .singleton, instance: $0) }
    let overrides = isOverridden ? injections.map { $0.override(with: 0) } : []
    return {
      for override in overrides.reversed() { override.rollback() }
      extendLifetime(injections)
    }
  }
}

/// An instance of a chain, which retains the previous one.
final class Link: Service {
  let previous: (any Service)?

  init(_ previous: (any Service)?) {
    self.previous = previous
  }

  func serve() {}
}

extension Link {
  /// The last of 1,000 injections, each of which resolves the previous one.
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
