import Vial

extension Growth {
  /// Overrides with another injection, which look for circles.
  static let forwarding = [
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
