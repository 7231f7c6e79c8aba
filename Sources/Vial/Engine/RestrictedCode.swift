/// Code of the application that must not use injections, because it runs while the library searches or changes a list.
///
/// This file contains all calls of such code, except `description` of a key (`InjectionRecord+Declaration.swift`) and the uses of the
/// dictionaries of a family (`FamilyKeys+Changes.swift`).
enum RestrictedCode {
  /// The validity check of an instance, or the clock of an `.expiring` strategy, with the line that has the strategy.
  case validityCheck(of: InjectionDeclaration, at: CallSite)

  /// `==`, `hash(into:)` or `description` of a key of a family.
  case keyMethod(of: InjectionRecord)

  /// The closure of a context of an injection that a provider publishes.
  case context(of: Provider)

  /// Whether the code must not run while other restricted code is running.
  ///
  /// A method of a key must not look up a key, and a context must not inspect an injection with contexts, which may have the same
  /// context.
  func isForbidden(in outer: RestrictedCode) -> Bool {
    switch (self, outer) {
    case (.keyMethod, .keyMethod), (.context, .context): true
    case (.validityCheck, _), (.keyMethod, _), (.context, _): false
    }
  }
}

// MARK: - Validity checks

extension InjectionStrategy {
  /// Makes the check that decides whether a new instance is reused; `nil` if the strategy has none.
  ///
  /// The closure of `.cached` may use injections, because an instance is being built. A clock must not.
  @MainActor func makeValidityCheck(of record: InjectionRecord, by provider: Provider) -> ValidityCheck? {
    switch lifetime {
    case .onDemand, .shared, .singleton, .flow: return nil
    case .cached(_, let makeValidity): return (makeValidity(), onlyReadsClock: false)
    case .expiring(_, _, let makeValidity):
      let code = RestrictedCode.validityCheck(of: record.declaration, at: provider.callSite)
      return (Engine.runRestricted(code, makeValidity), onlyReadsClock: true)
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
    Engine.runRestricted(.validityCheck(of: declaration, at: providedAt)) { validity.isValid() }
  }
}

// MARK: - Contexts

extension Provider {
  /// Whether a context of the injection that the provider publishes is active.
  @inline(never) func isActive(_ context: InjectionContext) -> Bool {
    Engine.runRestricted(.context(of: self)) { context.isActive }
  }
}
