/// A factory of an injection with its strategy and the line that registered it.
///
/// The core handles providers and instances without knowing the type of the instances, because generic code that the
/// compiler cannot specialize looks types up at run time. `TypedProvider` is the only subclass.
@MainActor class Provider: Numbered {
  enum Role: Sendable {
    /// The factory that was published.
    case published

    /// The implementation of a required injection, with the journal of the instances that it has built in all scopes.
    ///
    /// It does not retain the injection, because in the global scope the injection retains the implementation.
    case implementation(journal: Journal)

    /// The replacement of an override, for an injection or for every key of a family, which the provider retains.
    case replacement(of: InjectionRecord)
  }

  nonisolated final let role: Role

  /// How instances are cached; `nil` for the strategy of the injection.
  nonisolated final let strategy: InjectionStrategy?

  nonisolated final let callSite: CallSite

  nonisolated final let number: ProviderNumber

  /// The scope in which the override was made or the implementation provided; the global scope for a published provider.
  nonisolated final let scopeID: OverrideScope.ID

  /// Whether the implementation was withdrawn or replaced.
  ///
  /// A factory that is running then does not cache an instance of the implementation.
  final var isWithdrawn = false

  /// The number of instances that this provider is building; only `Engine.runBuild` changes it.
  final var runningBuilds = 0

  /// Whether a context replaces the published factory in a process that `VialTesting` watches; `nil` until the first
  /// search for a live resolve.
  ///
  /// A context always has the same value.
  final var isReplacedByContext: Bool?

  nonisolated init(
    _ role: Role,
    _ strategy: InjectionStrategy?,
    at callSite: CallSite,
    number: ProviderNumber,
    scopeID: OverrideScope.ID
  ) {
    self.role = role
    self.strategy = strategy
    self.callSite = callSite
    self.number = number
    self.scopeID = scopeID
  }

  final var isReplacement: Bool {
    if case .replacement = role { true } else { false }
  }

  /// The family, if this is the published provider of one of its keys; `nil` for other providers and injections.
  final func publishedFamily(of record: InjectionRecord) -> InjectionRecord? {
    if case .key(_, let family, _) = record.kind, case .published = role { family } else { nil }
  }

  /// The injection or the family that was overridden; `nil` for other roles.
  final var overriddenRecord: InjectionRecord? {
    if case .replacement(let record) = role { record } else { nil }
  }

  /// The active context whose instance replaces the published one; `nil` if no context is active.
  var activeContext: InjectionContext? { nil }

  /// Whether the factory resolves another injection, which caches the instance.
  var isForwarding: Bool { false }

  /// Finds the injection to which the factory forwards a resolve of an injection; `nil` if the factory builds the instance.
  ///
  /// An override of a family with another family forwards each key to the same key, and the family to the other family. For a key,
  /// this creates the other family's injection of the key, in an operation, if necessary.
  func findForwardingTarget(of record: InjectionRecord) -> InjectionRecord? { nil }

  /// Builds an instance of an injection in a scope.
  func makeInstance(of record: InjectionRecord, in scope: OverrideScope) -> AnyBox {
    preconditionFailure("Every provider is a TypedProvider.")
  }
}

#if DEBUG
extension Provider: @MainActor CustomDebugStringConvertible {
  var debugDescription: String {
    let role =
      switch role {
      case .published: "published"
      case .implementation(let journal): "implementation, \(journal.lines.count) instances recorded"
      case .replacement: "replacement"
      }
    return "Provider(\(role), \(number) at \(callSite), \(runningBuilds) running builds)"
  }
}
#endif
