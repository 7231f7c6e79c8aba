import Vial

extension Growth {
  /// Instances that are kept under overrides and in flows.
  static let caching = [
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
    Growth("clear a flow while someone observes") { count in
      let flow = InjectionScope("flow")
      let injections = made(count, .scoped(flow))
      for injection in injections { use(injection.resolve()) }
      return {
        let observation = Injections.observe { _ in }
        flow.clear()
        observation.cancel()
      }
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
}
