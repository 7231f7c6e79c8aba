import Vial

extension Growth {
  /// Overrides, and what many of them take.
  static let overriding = [
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
    Growth("ask whether it is overridden below as many overrides") { count in
      let tokens = pushed(count)
      return {
        withOverrideScope {
          for token in tokens where Local.singleton.isOverridden && token.isActive {
            use(Local.singleton.resolve())
          }
        }
        roll(back: { $0.reversed() }, tokens)
      }
    },
    Growth("list the overrides that are active") { count in
      let tokens = pushed(count)
      for index in 0..<count where index.isMultiple(of: 2) { tokens[index].rollback() }
      return {
        withOverrideScope {
          for active in Overrides.active where !active.isActive { use(LiveService()) }
        }
        roll(back: { $0 }, tokens)
      }
    },
    Growth("roll all overrides back") { count in
      _ = pushed(count)
      return { Overrides.rollbackAll() }
    },
  ]
}
