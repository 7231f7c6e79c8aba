/// One injection, one key of a family, or a family itself.
///
/// Every copy of an `Injection` handle refers to the same record.
@MainActor @usableFromInline final class InjectionRecord {
  enum Kind: Sendable {
    /// An injection that was published on its own.
    case plain(Provider)

    /// The injection of one key of a family.
    case key(AnyBox, of: InjectionRecord, Provider)

    /// A family, which has the overrides that apply to every key, and is never resolved.
    case family(FamilyState)
  }

  nonisolated let kind: Kind

  /// The type that the injection provides; for a family, the type of the family.
  nonisolated let type: Any.Type

  /// The strategy of the instances, unless their provider has another one.
  nonisolated let strategy: InjectionStrategy

  nonisolated let publication: Publication

  /// The slot in the global scope, which is deallocated with the injection.
  nonisolated let globalSlot = Slot()

  /// The name of the injection in messages and events, which `declaration` creates on demand.
  var knownDeclaration: InjectionDeclaration?

  /// The implementation that was provided last in another scope than the global one, for a message.
  var scopedImplementation: (number: ProviderNumber, callSite: CallSite)?

  nonisolated init(
    _ kind: Kind,
    _ type: Any.Type,
    _ strategy: InjectionStrategy,
    _ publication: Publication = Publication()
  ) {
    self.kind = kind
    self.type = type
    self.strategy = strategy
    self.publication = publication
  }

  /// Returns a record with another publication, which shares no instances and overrides with this one.
  ///
  /// The copy of a key does not belong to the family.
  @inline(never) nonisolated func copy(_ publication: Publication) -> InjectionRecord {
    let kind: Kind =
      switch kind {
      case .plain(let provider), .key(_, _, let provider): .plain(provider)
      case .family(let state): .family(FamilyState(publishedAt: state.flow.callSite))
      }
    return InjectionRecord(kind, type, strategy, publication)
  }

  // MARK: Publication

  /// The provider that was published, which overrides and provided implementations take precedence over.
  nonisolated var publishedProvider: Provider {
    switch kind {
    case .plain(let provider), .key(_, _, let provider): provider
    case .family: preconditionFailure("A family is never resolved.")
    }
  }

  /// The key, if this is the injection of a key.
  nonisolated var key: AnyBox {
    guard case .key(let key, _, _) = kind else { preconditionFailure("Only the injections of a family have keys.") }
    return key
  }

  /// The family of a key.
  nonisolated var family: InjectionRecord? {
    if case .key(_, let family, _) = kind { family } else { nil }
  }

  /// The state of a family; `nil` for an injection, also for the injection of a key.
  nonisolated var familyState: FamilyState? {
    if case .family(let state) = kind { state } else { nil }
  }

  /// The flow of the instances of all keys of the family; `nil` for an injection that does not belong to a family.
  nonisolated var flowOfFamily: InjectionFlow? { family?.familyState?.flow }

  /// The line that published the injection.
  nonisolated var callSite: CallSite {
    switch kind {
    case .plain(let provider), .key(_, _, let provider): provider.callSite
    case .family(let state): state.flow.callSite
    }
  }

  /// Whether another module has to provide the implementation.
  nonisolated var isRequired: Bool { publication.requiredPurpose != nil }

  /// The strategy of the instances that a provider builds for this injection.
  func strategy(of provider: Provider) -> InjectionStrategy { provider.strategy ?? strategy }

  /// The line that has declared the strategy of a provider's instances: the line of the provider, or of the publication.
  func strategyCallSite(of provider: Provider) -> CallSite {
    provider.strategy == nil ? callSite : provider.callSite
  }

  // MARK: Scopes

  /// The slot in a scope; `nil` if the injection has nothing there.
  @inline(__always) func slot(in scope: OverrideScope) -> Slot? { scope.isGlobal ? globalSlot : scope.slot(of: self) }
}

#if DEBUG
extension InjectionRecord: @MainActor CustomDebugStringConvertible {
  /// This does not describe the key, because that runs code of the application.
  @usableFromInline var debugDescription: String {
    "InjectionRecord(\(type) at \(callSite), globally \(globalSlot))"
  }
}
#endif
