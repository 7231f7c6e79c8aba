/// A factory with its strategy and the line of code that registered it.
///
/// The core handles registrations and instances without knowing the type of the instances, because generic code that the
/// compiler cannot specialize is several times slower. The registration of a family itself is never asked for an instance.
@MainActor @_fixed_layout @usableFromInline class Registration {
  /// How instances are cached; `nil` for an override that inherits the strategy of the injection.
  @usableFromInline nonisolated final let strategy: InjectionStrategy?

  @usableFromInline nonisolated final let callSite: CallSite

  /// The action that runs with an instance when the cache that owns the instance releases it.
  @usableFromInline nonisolated final let releaseAction: (@MainActor (AnyBox) -> Void)?

  @inlinable nonisolated init(
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    releaseAction: (@MainActor (AnyBox) -> Void)? = nil
  ) {
    self.strategy = strategy
    self.callSite = callSite
    self.releaseAction = releaseAction
  }

  /// Whether each resolve builds an instance, and `Resolution` would report no mistake about the registration.
  @inlinable final var canBuildOnFastPath: Bool {
    guard case .onDemand? = strategy?.lifetime else { return false }
    return !callSite.isInComputedProperty && releaseAction == nil
  }

  /// The active context whose instance replaces the published one; `nil` if no context is active.
  var activeContext: InjectionContext? { nil }

  /// The injection that the factory forwards to; `nil` for a factory of another kind.
  var forwardingTarget: InjectionStorage? { nil }

  /// Builds an instance for a resolution.
  func makeInstance(for resolution: Resolution, of provider: Provider) -> AnyBox {
    preconditionFailure("The storage of a family is never resolved.")
  }
}

/// A registration whose factory builds instances of one type.
@MainActor @_fixed_layout @usableFromInline final class Factory<Value>: Registration {
  @frozen @usableFromInline enum Kind: Sendable {
    case build(@MainActor () -> Value)
    case decorate(@MainActor (borrowing Original<Value>) -> Value)

    /// Resolves another injection.
    case forward(to: Injection<Value>)

    /// The factory of a required injection, before an implementation is provided.
    case unprovided

    /// An override of a family, which makes a factory for the key that is resolved.
    case perKey(@MainActor (AnyBox) -> Kind)

    /// Alternatives for contexts, of which the first active one is used.
    indirect case contextual([Alternative], otherwise: Kind)
  }

  @usableFromInline typealias Alternative = (context: InjectionContext, build: @MainActor @Sendable () -> Value)

  @usableFromInline let kind: Kind

  /// The type of the boxes, stored because unspecialized code looks up generic metadata slowly.
  @usableFromInline let boxType: Box<Value>.Type

  @inlinable nonisolated init(
    _ kind: Kind,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    releaseAction: (@MainActor (AnyBox) -> Void)? = nil
  ) {
    self.kind = kind
    boxType = Box<Value>.self
    super.init(strategy, callSite, releaseAction: releaseAction)
  }

  private var activeAlternative: Alternative? {
    guard case .contextual(let alternatives, _) = kind else { return nil }
    return alternatives.first { $0.context.isActive }
  }

  override var activeContext: InjectionContext? { activeAlternative?.context }

  override var forwardingTarget: InjectionStorage? {
    guard case .forward(let target) = kind else { return nil }
    return target.storage
  }

  override func makeInstance(for resolution: Resolution, of provider: Provider) -> AnyBox {
    if let build = activeAlternative?.build { return boxType.init(build()) }
    return boxType.init(makeValue(kind, for: resolution, of: provider))
  }

  private func makeValue(_ kind: Kind, for resolution: Resolution, of provider: Provider) -> Value {
    switch kind {
    case .build(let build): return build()
    case .decorate(let decorate): return decorate(Original(resolution: resolution, override: provider))
    case .forward(let target): return target.resolve(in: resolution.scope, for: resolution.consumer)
    case .unprovided: FatalErrors.unprovided(resolution.storage, in: resolution.scope)
    case .perKey(let makeKind):
      guard let key = resolution.storage.key else { preconditionFailure("Only keys have overrides of a family.") }
      return makeValue(makeKind(key), for: resolution, of: provider)
    case .contextual(_, let published): return makeValue(published, for: resolution, of: provider)
    }
  }
}
