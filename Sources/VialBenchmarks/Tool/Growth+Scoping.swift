import Vial

extension Growth {
  /// Scopes, and what is in them.
  static let scoping = [
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
}
