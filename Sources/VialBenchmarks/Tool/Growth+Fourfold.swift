import Vial
import VialBenchmarksPublished
import VialInspection

extension Growth {
  /// Operations that may visit each entry once.
  static let fourfold = [
    Growth("deliver events after the cancellation of observers, oldest first", fourfoldTo: 20_000, bound: 6) { count in
      let last = Injections.observe { _ in }
      let observations = (0..<count).map { _ in Injections.observe { _ in } }
      return {
        for observation in observations { observation.cancel() }
        for _ in 0..<count / 10 { use(Local.singleton.resolve()) }
        last.cancel()
      }
    },
    Growth("list the active overrides in nested scopes", fourfoldTo: 5_000, bound: 6) { count in
      let innermost = nestedScopes(count)
      return { innermost.run { extendLifetime(Overrides.active) } }
    },
    Growth("clear each of many flows", fourfoldTo: 5_000, bound: 6) { count in
      let flows = (0..<count).map { _ in InjectionFlow("flow") }
      let injections = flows.map { flow in made(1, .flow(flow))[0] }
      for injection in injections { use(injection.resolve()) }
      return {
        for flow in flows { flow.clear() }
        extendLifetime(injections)
      }
    },
    Growth(
      "clear a family after each use of one of its keys, while all keys are retained",
      fourfoldTo: 2_000,
      bound: 6
    ) {
      count in
      let family = family(.singleton)
      let keys = (0..<count).map { family[$0] }
      return {
        for key in keys {
          use(key.resolve())
          family.clear()
        }
      }
    },
    Growth("ask whether a chain of forwarding implementations is provided", fourfoldTo: 2_000, bound: 6) { count in
      let chain = forwardingChain(count)
      return { if !chain[count - 1].isProvided { use(LiveService()) } }
    },
    Growth("report captives of a star of singletons", fourfoldTo: 1_000, bound: 6) { count in
      let injections = star(count)
      return {
        let report = Injections.reportCaptives()
        for injection in injections { use(injection.resolve()) }
        report.cancel()
      }
    },
    Growth("report captives of an implementation that is replaced", fourfoldTo: 1_000, bound: 6) { count in
      let hub = Injection<any Service>.required("the hub of a star")
      hub.provide(with: LiveService())
      let injections = (0..<count).map { _ in
        Injection<any Service>(strategy: .singleton, instance: Link(hub.resolve()))
      }
      return {
        let report = Injections.reportCaptives()
        for injection in injections { use(injection.resolve()) }
        hub.provide(with: LiveService())
        report.cancel()
      }
    },
    Growth("override and roll back 4,000 times in nested factories", fourfoldTo: 500, bound: 1.5) { count in
      let innermost = Injection<any Service>(strategy: .onDemand) {
        for _ in 0..<4_000 { overrideOnce() }
        return LiveService()
      }
      let outermost = (1..<count - 1).reduce(innermost) { previous, _ in
        Injection(strategy: .onDemand, instance: Link(previous.resolve()))
      }
      return { use(outermost.resolve()) }
    },
  ]

  /// Scopes of which each was opened in the one before and has an override; returns the innermost one.
  private static func nestedScopes(_ count: Int) -> OverrideScope {
    var scope = OverrideScope()
    for _ in 0..<count {
      scope.run { _ = Local.singleton.override(with: LiveService()) }
      scope = scope.run { OverrideScope() }
    }
    return scope
  }

  /// Required injections of which each forwards to the one before; the first one has an implementation.
  private static func forwardingChain(_ count: Int) -> [Injection<any Service>] {
    let chain = (0..<count).map { _ in Injection<any Service>.required("a link of a chain") }
    chain[0].provide(with: LiveService())
    for index in 1..<count { chain[index].provide(with: chain[index - 1]) }
    return chain
  }
}
