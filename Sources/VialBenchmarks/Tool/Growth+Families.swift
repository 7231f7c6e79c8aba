import Vial

extension Growth {
  /// Families of many keys.
  static let families = [
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
}
