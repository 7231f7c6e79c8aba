import Vial

// Each is done once for each of the many, unless it says otherwise. Numbers are mixed with a prime
// beyond the sizes, so that each comes once.

extension Growth {
  static let all = overriding + caching + scoping + families + forwarding

  // MARK: Overriding

  private static let overriding = [
    Growth("override and roll back, newest first") { count in
      { roll(back: { $0.reversed() }, pushed(count)) }
    },
    Growth("override and roll back, oldest first") { count in
      { roll(back: { $0 }, pushed(count)) }
    },
    Growth("override and roll back in a mixed order, each resolved") { count in
      { for token in mixed(pushed(count, resolving: true)) { resolve(after: token) } }
    },
    Growth("override and roll back in a mixed order, in a scope") { count in
      {
        withOverrideScope {
          for token in mixed(pushed(count, resolving: true)) { resolve(after: token) }
        }
      }
    },
    Growth("override and roll back as many injections in a mixed order") { count in
      let injections = made(count, .singleton)
      return {
        let tokens = injections.map { $0.override(with: LiveService()) }
        roll(back: mixed, tokens)
      }
    },
    Growth("override, resolve and roll back above as many overrides") { count in
      let tokens = pushed(count)
      return {
        for _ in 0..<count { overrideOnce() }
        roll(back: { $0.reversed() }, tokens)
      }
    },
    Growth("override, resolve and roll back while as many injections are overridden") { count in
      let tokens = made(count, .singleton).map { ($0, $0.override(with: LiveService())) }
      return {
        for _ in 0..<count { overrideOnce() }
        roll(back: { $0.reversed() }, tokens.map(\.1))
      }
    },
    Growth("roll back to a checkpoint above as many overrides") { count in
      let before = Overrides.checkpoint()
      _ = pushed(count)
      return {
        for _ in 0..<count {
          let checkpoint = Overrides.checkpoint()
          Local.singleton.override(with: LiveService())
          Overrides.rollback(to: checkpoint)
        }
        Overrides.rollback(to: before)
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
        var held: [any Service] = []
        for injection in injections { held.append(injection.resolve()) }
        for injection in injections { use(injection.resolve()) }
        Local.singleton.rollbackOverride()
        extendLifetime(held)
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
    Growth("clear an injection while others keep instances") { count in
      let injections = made(count, .singleton)
      for injection in injections { use(injection.resolve()) }
      return { for injection in injections { injection.clear() } }
    },
    Growth("clear a flow") { count in
      let flow = InjectionScope("flow")
      let injections = made(count, .scoped(flow))
      for injection in injections { use(injection.resolve()) }
      return { flow.clear() }
    },
    Growth("build and clear in a flow that keeps as many instances elsewhere") { count in
      let flow = InjectionScope("flow")
      let injections = made(count, .scoped(flow))
      for injection in injections { use(injection.resolve()) }
      let one = made(1, .scoped(flow))[0]
      return {
        for _ in 0..<count {
          withOverrideScope(.isolated) {
            use(one.resolve())
            flow.clear()
          }
        }
        flow.clear()
      }
    },
    Growth("build in a flow, in as many scopes that go") { count in
      let flow = InjectionScope("flow")
      let injection = made(1, .scoped(flow))[0]
      return {
        for _ in 0..<count { withOverrideScope(.isolated) { use(injection.resolve()) } }
        flow.clear()
      }
    },
    Growth("build in a flow where all was cleared one by one") { count in
      let flow = InjectionScope("flow")
      let injections = made(count, .scoped(flow))
      for injection in injections { use(injection.resolve()) }
      for injection in injections.dropLast() { injection.clear() }
      return {
        for _ in 0..<count { withOverrideScope(.isolated) { use(injections[0].resolve()) } }
        flow.clear()
      }
    },
  ]

  // MARK: Scoping

  private static let scoping = [
    Growth("build as many instances in a scope, and end it") { count in
      let injections = made(count, .singleton)
      return {
        withOverrideScope(.isolated) { for injection in injections { use(injection.resolve()) } }
      }
    },
    Growth("override as many injections in a scope, and end it") { count in
      let injections = made(count, .singleton)
      return {
        withOverrideScope(.isolated) {
          for injection in injections { injection.override(with: LiveService()) }
          for injection in injections { use(injection.resolve()) }
        }
      }
    },
    Growth("override once more than as often in a scope, and end it") { count in
      {
        withOverrideScope(.isolated) {
          for _ in 0..<count {
            Local.singleton.override(with: LiveService())
            use(Local.singleton.resolve())
          }
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
    Growth("resolve in a scope what is overridden once more outside") { count in
      let scope = OverrideScope()
      return {
        let tokens = (0..<count).map { _ in
          let token = Local.singleton.override(with: LiveService())
          scope.run { use(Local.singleton.resolve()) }
          return token
        }
        for token in tokens.reversed() {
          token.rollback()
          scope.run { use(Local.singleton.resolve()) }
        }
        scope.end()
      }
    },
    Growth("provide and withdraw as many injections in a mixed order") { count in
      let injections = (0..<count).map { _ in Injection<any Service>.required("a service") }
      return {
        let provisions = injections.map { injection in
          let provision = injection.provide(with: LiveService())
          use(injection.resolve())
          return provision
        }
        for index in 0..<count { provisions[index * 48_611 % count].withdraw() }
      }
    },
  ]

  // MARK: Families

  private static let families = [
    Growth("resolve a stream of keys") { count in
      let family = family(.shared)
      return { for key in 0..<count { use(family.resolve(key)) } }
    },
    Growth("resolve as many keys that are kept, and clear them") { count in
      let family = family(.singleton)
      return {
        for key in 0..<count { use(family.resolve(key)) }
        family.clear()
      }
    },
    Growth("resolve as many keys in a scope, and end it") { count in
      let family = family(.singleton)
      return {
        withOverrideScope(.isolated) { for key in 0..<count { use(family.resolve(key)) } }
      }
    },
    Growth("override a key and roll back while as many keys are kept") { count in
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
    Growth("override a family, resolve, roll back while as many keys are kept") { count in
      let family = family(.singleton)
      for key in 0..<count { use(family.resolve(key)) }
      return {
        for key in 0..<count {
          family.override(with: { _ in LiveService() })
          use(family.resolve(key))
          family.rollbackOverride()
        }
      }
    },
    Growth("override a family once more, resolve a key, roll back") { count in
      let family = family(.singleton)
      return {
        for _ in 0..<count {
          family.override(with: { _ in LiveService() })
          use(family.resolve(1))
        }
        for _ in 0..<count {
          family.rollbackOverride()
          use(family.resolve(1))
        }
      }
    },
    Growth("override a family, roll back what as many keys were built under") { count in
      let family = family(.singleton)
      return {
        family.override(with: { _ in LiveService() })
        for key in 0..<count { use(family.resolve(key)) }
        family.rollbackOverride()
      }
    },
  ]

  // MARK: Forwarding

  private static let forwarding = [
    Growth("override as many injections with another each") { count in
      let (injections, others) = (made(count, .singleton), made(count, .singleton))
      return {
        let tokens = (0..<count).map { injections[$0].override(with: others[$0]) }
        for injection in injections { use(injection.resolve()) }
        roll(back: mixed, tokens)
      }
    },
    Growth("override as many injections with the same one") { count in
      let injections = made(count, .singleton)
      return {
        let tokens = injections.map { $0.override(with: Local.onDemand) }
        roll(back: mixed, tokens)
      }
    },
    Growth("override an injection with another once more") { count in
      {
        let tokens = (0..<count).map { _ in Local.singleton.override(with: Local.onDemand) }
        roll(back: mixed, tokens)
      }
    },
    Growth("override with another and roll back while as many are overridden so") { count in
      let injections = made(count, .singleton)
      let tokens = injections.map { $0.override(with: Local.onDemand) }
      return {
        for _ in 0..<count {
          Local.singleton.override(with: Local.shared)
          Local.shared.override(with: Local.onDemand)
          use(Local.singleton.resolve())
          Local.shared.rollbackOverride()
          Local.singleton.rollbackOverride()
        }
        roll(back: { $0.reversed() }, tokens)
      }
    },
    Growth("override with another what is overridden with as many") { count in
      let others = made(count, .singleton)
      let hub = made(1, .singleton)[0]
      return {
        for other in others { hub.override(with: other) }
        for _ in 0..<count {
          Local.singleton.override(with: hub)
          Local.singleton.rollbackOverride()
        }
        hub.rollbackAllOverrides()
      }
    },
  ]
}

// MARK: - Parts

extension Growth {
  private static func made(_ count: Int, _ strategy: InjectionStrategy) -> [Injection<any Service>]
  {
    (0..<count).map { _ in Injection(strategy: strategy, instance: LiveService()) }
  }

  private static func family(
    _ strategy: InjectionStrategy
  ) -> InjectionFamily<Int, any Service> {
    InjectionFamily(strategy: strategy) { _ in LiveService() }
  }

  private static func pushed(_ count: Int, resolving: Bool = false) -> [Override] {
    (0..<count).map { _ in
      let token = Local.singleton.override(with: LiveService())
      if resolving { use(Local.singleton.resolve()) }
      return token
    }
  }

  private static func mixed(_ tokens: [Override]) -> [Override] {
    tokens.indices.map { tokens[$0 * 48_611 % tokens.count] }
  }

  private static func roll(back arrange: ([Override]) -> [Override], _ tokens: [Override]) {
    for token in arrange(tokens) { token.rollback() }
  }

  private static func resolve(after token: Override) {
    token.rollback()
    use(Local.singleton.resolve())
  }

  private static func overrideOnce() {
    Local.singleton.override(with: LiveService())
    use(Local.singleton.resolve())
    Local.singleton.rollbackOverride()
  }
}
