/// Something that happened to an injection, an override or a scope, reported to the observers of ``Injections``.
///
/// Events arrive in the order in which they completed: an instance that a factory needed is reported before the instance
/// that the factory built, and the instances that an operation releases are reported before the operation.
public enum InjectionEvent: Sendable {
  /// An instance of a type was built. The duration includes the dependencies that the factory resolved.
  ///
  /// The start is the instant at which the factory was called, so a diagram can nest the builds.
  indirect case built(InjectionResolution, instance: Any.Type, start: ContinuousClock.Instant, duration: Duration)

  /// A cached instance was returned.
  case reused(InjectionResolution)

  /// The cache of a scope released an instance, or a resolve found that the shared instance of a cache had been deallocated.
  ///
  /// A scope that is deallocated without an end reports no release.
  /// The injection, the scope, and the line of the override that built the instance, if an override did, are equal to the
  /// properties of the ``InjectionResolution`` of the instance.
  indirect case released(InjectionDeclaration, overriddenAt: CallSite?, scope: OverrideScope.ID)

  // Tokens are indirect, because they are larger than most other payloads.

  /// An override was made.
  indirect case overridden(Override)

  /// An override was rolled back. The end of a scope does not roll back its overrides.
  indirect case rolledBack(Override)

  /// An implementation of a required injection was provided.
  indirect case provided(Provision)

  /// The implementation of a required injection was withdrawn, or replaced by another one.
  indirect case withdrawn(Provision)

  /// An override scope was opened.
  case scopeOpened(OverrideScope)

  /// An override scope ended.
  case scopeEnded(OverrideScope)

  /// A flow was cleared. The list contains the injections whose instances were evicted.
  case cleared(InjectionFlow, [InjectionDeclaration])

  /// A test resolved a live implementation that it neither overrides nor allows.
  case liveUse(InjectionDeclaration)
}

/// One resolve: the injection, the provider and the requester.
public final class InjectionResolution: Sendable {
  /// The injection or the owner of a consumer that resolved an injection.
  public enum Requester: Sendable, Hashable, CustomStringConvertible {
    /// An injection whose factory, or a consumer that was created while the factory ran, resolved the other injection.
    case injection(InjectionDeclaration)

    /// The type that owns a consumer.
    case owner(String)

    /// The declaration of the injection, or the name of the owner.
    public var description: String {
      switch self {
      case .injection(let declaration): declaration.description
      case .owner(let owner): owner
      }
    }

    /// Returns whether two requesters are equal, as `==`, whose inlined copies would be larger.
    @inline(never) func isSame(as other: Requester) -> Bool { self == other }

    /// The type that the injection provides, or the name of the owner.
    @inline(never) var nameWithoutLine: String {
      switch self {
      case .injection(let declaration): declaration.typeName
      case .owner(let owner): owner
      }
    }
  }

  /// The injection that was resolved.
  public let declaration: InjectionDeclaration

  /// The strategy of the override, the implementation or the published registration that provided.
  public let strategy: InjectionStrategy

  /// The line of the override that provided; `nil` if it was not an override.
  public let overriddenAt: CallSite?

  /// The scope that has cached the instance, or in which the instance was built.
  public let scope: OverrideScope.ID

  /// The requester of the injection; `nil` for a plain `resolve()` outside of factories.
  public let requester: Requester?

  /// The number of instances that were being built when the injection was resolved.
  public let depth: Int

  /// The code that resolves an injection, which determines how long the instance is retained.
  package enum Origin: Sendable {
    /// A factory, or code outside of factories and reads, which is considered to retain the instance.
    case code

    /// The expression that names the injection of a consumer, which retains nothing.
    case expression

    /// A consumer, which retains the instance until the instance is assigned or discarded, with the number of assignments before.
    case consumer(assignments: Int)
  }

  package let origin: Origin

  /// The consumer that is being read, which an enum cannot reference weakly; `nil` after it was deallocated.
  private weak let consumer: AnyConsumer?

  /// The number of the provided implementation that has built the instance; `nil` for another provider.
  package let provisionNumber: ProviderNumber?

  /// The scope in which the injection was resolved.
  package let resolvedIn: OverrideScope.ID

  @MainActor init(of record: InjectionRecord, by provider: Provider, in scope: OverrideScope.ID) {
    self.scope = scope
    resolvedIn = OverrideScope.current.id
    declaration = record.declaration
    strategy = record.strategy(of: provider)
    overriddenAt = provider.isReplacement ? provider.callSite : nil
    requester = Engine.eventRequester
    depth = Engine.buildDepth
    provisionNumber = if case .implementation = provider.role { provider.number } else { nil }
    consumer = Engine.innermostReader
    origin = consumer?.originOfResolve ?? .code
  }

  /// Whether the requester still retains the instance.
  @MainActor package var isRetained: Bool {
    switch origin {
    case .code: true
    case .expression: false
    case .consumer(let assignments): consumer?.retainsInstance == true && consumer?.assignments == assignments
    }
  }
}
