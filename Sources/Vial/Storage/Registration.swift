/// A factory with its strategy and the line of code that registered it.
@frozen @usableFromInline struct Registration: Sendable {
  @usableFromInline var factory: AnyFactory

  /// How instances are cached; `nil` for an override that inherits the strategy of the injection.
  @usableFromInline var strategy: InjectionStrategy?
  @usableFromInline let callSite: CallSite

  @inlinable init(_ factory: AnyFactory, _ strategy: InjectionStrategy?, _ callSite: CallSite) {
    self.factory = factory
    self.strategy = strategy
    self.callSite = callSite
  }

  /// Whether each resolve builds an instance, and the slow path would report no mistake about the registration.
  @inlinable var canBuildOnFastPath: Bool {
    guard case .onDemand? = strategy?.lifetime else { return false }
    return !callSite.isInComputedProperty && factory.releaseAction == nil
  }
}

/// A factory of instances of any type.
///
/// The core handles factories and instances without knowing their types, because generic code that the compiler
/// cannot specialize is several times slower.
@MainActor @_fixed_layout @usableFromInline class AnyFactory {
  /// The action that runs with an instance when the cache that owns the instance releases it.
  @usableFromInline nonisolated final let releaseAction: (@MainActor (AnyBox) -> Void)?

  @inlinable nonisolated init(releaseAction: (@MainActor (AnyBox) -> Void)?) { self.releaseAction = releaseAction }

  /// The active context whose instance replaces the published one; `nil` if no context is active.
  var activeContext: InjectionContext? { nil }

  /// The injection that this factory forwards to; `nil` for a factory of another kind.
  var forwardingTarget: InjectionStorage? { nil }

  /// Builds an instance for a resolution.
  func makeInstance(for resolution: Resolution, of provider: Provider) -> AnyBox {
    preconditionFailure("The storage of a family is never resolved.")
  }
}

/// A factory of instances of one type.
@MainActor @_fixed_layout @usableFromInline final class Factory<Value>: AnyFactory {
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

  @inlinable nonisolated init(_ kind: Kind, releaseAction: (@MainActor (AnyBox) -> Void)? = nil) {
    self.kind = kind
    boxType = Box<Value>.self
    super.init(releaseAction: releaseAction)
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
