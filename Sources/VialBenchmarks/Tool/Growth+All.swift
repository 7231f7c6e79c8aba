import Vial

// Each operation is done once for each of the many.

extension Growth {
  static let all = overriding + caching + scoping + families + forwarding
}

// MARK: - Parts

extension Growth {
  static func made(_ count: Int, _ strategy: InjectionStrategy) -> [Injection<any Service>] {
    (0..<count).map { _ in Injection(strategy: strategy, instance: LiveService()) }
  }

  static func family(
    _ strategy: InjectionStrategy
  ) -> InjectionFamily<Int, any Service> {
    InjectionFamily(strategy: strategy) { _ in LiveService() }
  }

  static func pushed(_ count: Int, resolving: Bool = false) -> [Override] {
    (0..<count).map { _ in
      let token = Local.singleton.override(with: LiveService())
      if resolving { use(Local.singleton.resolve()) }
      return token
    }
  }

  static func mixed(_ tokens: [Override]) -> [Override] {
    tokens.indices.map { tokens[$0 * 48_611 % tokens.count] }
  }

  static func roll(back arrange: ([Override]) -> [Override], _ tokens: [Override]) {
    for token in arrange(tokens) { token.rollback() }
  }

  static func resolve(after token: Override) {
    token.rollback()
    use(Local.singleton.resolve())
  }

  static func overrideOnce() {
    Local.singleton.override(with: LiveService())
    use(Local.singleton.resolve())
    Local.singleton.rollbackOverride()
  }
}
