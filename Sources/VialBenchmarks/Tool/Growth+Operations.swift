import Vial
import VialBenchmarksPublished
import VialInspection

extension Growth {
  static let all = overriding + caching + flows + scoping + families + observing + fourfold

  // MARK: Overriding

  private static let overriding = [
    Growth("override and roll back, newest first") { count in
      { rollback(pushed(count)) }
    },
    Growth("override, resolve and roll back above as many overrides") { count in
      let tokens = pushed(count)
      return {
        for _ in 0..<count { overrideOnce() }
        rollback(tokens)
      }
    },
    Growth("override, resolve and roll back while as many injections are overridden") { count in
      let tokens = made(count, .singleton).map { ($0, $0.override(with: LiveService())) }
      return {
        for _ in 0..<count { overrideOnce() }
        rollback(tokens.map(\.1))
      }
    },
    Growth("override as many injections with another each") { count in
      let injections = made(count, .singleton)
      let others = made(count, .singleton)
      return {
        let tokens = (0..<count).map { injections[$0].override(with: others[$0]) }
        for injection in injections { use(injection.resolve()) }
        rollback(tokens)
      }
    },
    Growth("override and roll all overrides of one injection back") { count in
      {
        _ = pushed(count)
        Local.singleton.rollbackAllOverrides()
      }
    },
    Growth("resolve through a sixteenth of as many decorators of one injection, 16 times") { count in
      {
        for _ in 0..<count / 16 { Local.singleton.override(with: { original in original.resolve() }) }
        for _ in 0..<16 {
          use(Local.singleton.resolve())
          Local.singleton.clear()
        }
        Local.singleton.rollbackAllOverrides()
      }
    },
    Growth("roll all overrides back") { count in
      _ = pushed(count)
      return { Overrides.rollbackAll() }
    },
  ]

  // MARK: Caching

  private static let caching = [
    Growth("resolve a shared instance while something is overridden") { count in
      let injections = made(count, .shared)
      return {
        Local.singleton.override(with: LiveService())
        var retained: [any Service] = []
        for injection in injections { retained.append(injection.resolve()) }
        for injection in injections { use(injection.resolve()) }
        Local.singleton.rollbackOverride()
        extendLifetime(retained)
      }
    },
    Growth("build as many instances under an override, and roll it back") { count in
      let injections = made(count, .singleton)
      return {
        Local.singleton.override(with: LiveService())
        for injection in injections { use(injection.resolve()) }
        Local.singleton.rollbackOverride()
      }
    },
  ]

  // MARK: Flows

  private static let flows = [
    Growth("clear a flow") { count in
      let flow = InjectionFlow("flow")
      let injections = made(count, .flow(flow))
      for injection in injections { use(injection.resolve()) }
      return { flow.clear() }
    },
    Growth("clear a flow with as many children, each with an instance") { count in
      let children = (0..<count).map { _ in InjectionFlow("child") }
      let flow = InjectionFlow("flow", children: children)
      let injections = children.map { child in made(1, .flow(child))[0] }
      for injection in injections { use(injection.resolve()) }
      return {
        flow.clear()
        extendLifetime(injections)
      }
    },
    Growth("clear a chain of as many flows") { count in
      var flow = InjectionFlow("innermost")
      for _ in 0..<count { flow = InjectionFlow("flow", children: [flow]) }
      return { flow.clear() }
    },
  ]

  // MARK: Scopes

  private static let scoping = [
    Growth("override as many injections in a scope, and end it") { count in
      let injections = made(count, .singleton)
      return {
        withOverrideScope(.isolated) {
          for injection in injections { injection.override(with: LiveService()) }
          for injection in injections { use(injection.resolve()) }
        }
      }
    },
    Growth("open as many scopes, each in the one before, and resolve in the innermost one") { count in
      {
        var scope = OverrideScope(.isolated)
        for _ in 0..<count { scope = scope.run { OverrideScope(.isolated) } }
        scope.run { use(Local.singleton.resolve()) }
      }
    },
    Growth("evict the instances of the outermost block in a sixteenth as many nested blocks") { count in
      let injections = made(count, .singleton)
      return {
        withOverrideScope(.isolated) {
          let token = Local.singleton.override(with: LiveService())
          for injection in injections { use(injection.resolve()) }
          nest(count / 16) { token.rollback() }
        }
      }
    },
    Growth("use a stream of injections in a scope") { count in
      {
        withOverrideScope(.isolated) {
          for _ in 0..<count { use(made(1, .shared)[0].resolve()) }
        }
      }
    },
    Growth("open a scope, override, resolve, end it, while as many scopes are open") { count in
      let scopes = (0..<count).map { _ in OverrideScope() }
      for scope in scopes { scope.run { _ = Local.singleton.override(with: LiveService()) } }
      return {
        for _ in 0..<count {
          withOverrideScope {
            Local.singleton.override(with: LiveService())
            use(Local.singleton.resolve())
          }
        }
        for scope in scopes { scope.end() }
      }
    },
  ]

  // MARK: Families

  private static let families = [
    Growth("resolve a stream of keys") { count in
      let family = family(.shared)
      return { for key in 0..<count { use(family.resolve(key)) } }
    },
    Growth("override a key and roll back while as many keys are cached") { count in
      let family = family(.singleton)
      for key in 0..<count { use(family.resolve(key)) }
      return {
        for key in 0..<count {
          family[key].override(with: LiveService())
          use(family.resolve(key))
          family[key].rollbackOverride()
        }
      }
    },
    Growth("clear a family in a scope while as many keys are cached outside") { count in
      let family = family(.singleton)
      for key in 0..<count { use(family.resolve(key)) }
      return {
        for key in 0..<count {
          withOverrideScope(.isolated) {
            use(family.resolve(key))
            family.clear()
          }
        }
      }
    },
  ]

  // MARK: Observing

  private static let observing = [
    Growth("observe as many times, deliver an event to each observer, and cancel them, newest first") { count in
      {
        let observations = (0..<count).map { _ in Injections.observe { _ in } }
        use(Local.singleton.resolve())
        for observation in observations.reversed() { observation.cancel() }
      }
    },
    Growth("observe as many times, and cancel the observers, oldest first") { count in
      {
        let observations = (0..<count).map { _ in Injections.observe { _ in } }
        for observation in observations { observation.cancel() }
      }
    },
    Growth("report captives while a sixteenth as many singletons resolve one") { count in
      let injections = star(count / 16)
      return {
        let report = Injections.reportCaptives()
        for injection in injections { use(injection.resolve()) }
        report.cancel()
      }
    },
    Growth("report captives while a singleton reads a sixteenth as many consumers") { count in
      let injections = made(count / 16, .singleton)
      let reader = Injection(strategy: .singleton, instance: injections.map { injection in Instance(injection) })
      return {
        let report = Injections.reportCaptives()
        for consumer in reader.resolve() { use(consumer.wrappedValue) }
        report.cancel()
      }
    },
    Growth("record a sixteenth as many singletons that resolve one") { count in
      let injections = star(count / 16)
      return {
        let graph = InjectionGraph.record { for injection in injections { use(injection.resolve()) } }
        extendLifetime(graph)
      }
    },
    Growth("profile a sixteenth as many singletons that resolve one") { count in
      let injections = star(count / 16)
      return {
        let profile = Injections.profile { for injection in injections { use(injection.resolve()) } }
        extendLifetime(profile)
      }
    },
  ]

  static func made(_ count: Int, _ strategy: InjectionStrategy) -> [Injection<any Service>] {
    (0..<count).map { _ in Injection(strategy: strategy, instance: LiveService()) }
  }

  /// Singletons whose factories resolve the same singleton.
  static func star(_ count: Int) -> [Injection<any Service>] {
    let hub = made(1, .singleton)[0]
    return (0..<count).map { _ in Injection(strategy: .singleton, instance: Link(hub.resolve())) }
  }

  static func family(_ strategy: InjectionStrategy) -> InjectionFamily<Int, any Service> {
    InjectionFamily(strategy: strategy) { _ in LiveService() }
  }

  private static func pushed(_ count: Int) -> [Override] {
    (0..<count).map { _ in Local.singleton.override(with: LiveService()) }
  }

  private static func rollback(_ tokens: [Override]) {
    for token in tokens.reversed() { token.rollback() }
  }

  private static func nest(_ depth: Int, _ body: () -> Void) {
    if depth == 0 { body() } else { withOverrideScope { nest(depth - 1, body) } }
  }

  static func overrideOnce() {
    Local.singleton.override(with: LiveService())
    use(Local.singleton.resolve())
    Local.singleton.rollbackOverride()
  }
}
