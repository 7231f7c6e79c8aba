// The validity checks of cached instances, and the lookup by a resolve, which runs them.

extension InjectionStrategy {
  /// Makes the check that decides whether a new instance is reused; `nil` if the strategy has none.
  ///
  /// The closure of `.cached` may use injections, because an instance is being built. A clock must not.
  @MainActor func makeValidityCheck(of record: InjectionRecord, by provider: Provider) -> ValidityCheck? {
    switch lifetime {
    case .onDemand, .shared, .singleton, .flow: return nil
    case .cached(_, let makeValidity):
      return (makeValidity(), onlyReadsClock: false, declaredAt: record.strategyCallSite(of: provider))
    case .expiring(_, _, let makeValidity):
      let line = record.strategyCallSite(of: provider)
      let check = Engine.runRestricted(.validityCheck(of: record.declaration, at: line), makeValidity)
      return (check, onlyReadsClock: true, declaredAt: line)
    }
  }
}

extension CacheEntry {
  /// The result of a lookup by a resolve.
  enum Lookup {
    case valid(AnyBox)
    case expired
    case deallocated
  }

  /// Looks up the cached instance, and runs its validity check.
  ///
  /// An instance that was cached after the beginning of the resolve is valid without a check, so that a check which is never true
  /// does not repeat the resolve forever.
  func lookUp(resolvingSince start: Moment) -> Lookup {
    guard case .cached(let instance) = state else { preconditionFailure("The instance was evicted.") }
    switch instance {
    case .strong(let box): return .valid(box)
    case .validated(let box, let validity): return cachedAt > start || passes(validity) ? .valid(box) : .expired
    case .weak(let reference):
      guard let box = reference.box else { return .deallocated }
      return .valid(box)
    }
  }

  /// Whether an `.expiring` instance is cached, and has expired.
  func hasExpired() -> Bool {
    guard case .cached(.validated(_, let validity)) = state, validity.onlyReadsClock else { return false }
    return !passes(validity)
  }

  private func passes(_ validity: ValidityCheck) -> Bool {
    Engine.runRestricted(.validityCheck(of: declaration, at: validity.declaredAt)) { validity.isValid() }
  }
}
