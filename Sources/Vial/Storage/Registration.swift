/// A factory with its strategy and the line of code that registered it.
///
/// The core handles registrations and instances without knowing the type of the instances, because generic code that the
/// compiler cannot specialize is several times slower. A family has a registration without a type, which builds nothing.
@MainActor @_fixed_layout @usableFromInline class Registration {
  /// How instances are cached; `nil` for an override that inherits the strategy of the injection.
  @usableFromInline nonisolated final let strategy: InjectionStrategy?

  @usableFromInline nonisolated final let callSite: CallSite

  @inlinable nonisolated init(_ strategy: InjectionStrategy?, _ callSite: CallSite) {
    self.strategy = strategy
    self.callSite = callSite
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

/// A registration of instances of one type.
@MainActor @_fixed_layout @usableFromInline final class TypedRegistration<Value>: Registration {
  @usableFromInline let factory: Factory<Value>

  /// The type of the boxes, stored because unspecialized code looks up generic metadata slowly.
  @usableFromInline let boxType: Box<Value>.Type

  @inlinable nonisolated init(_ factory: Factory<Value>, _ strategy: InjectionStrategy?, _ callSite: CallSite) {
    self.factory = factory
    boxType = Box<Value>.self
    super.init(strategy, callSite)
  }

  override var activeContext: InjectionContext? { factory.activeAlternative?.context }

  override var forwardingTarget: InjectionStorage? {
    guard case .forward(let target) = factory else { return nil }
    return target.storage
  }

  override func makeInstance(for resolution: Resolution, of provider: Provider) -> AnyBox {
    boxType.init(factory.makeValue(for: resolution, of: provider))
  }
}

/// How a registration builds an instance.
@MainActor @frozen @usableFromInline enum Factory<Value>: Sendable {
  case build(@MainActor () -> Value)
  case decorate(@MainActor (borrowing Original<Value>) -> Value)

  /// Resolves another injection.
  case forward(to: Injection<Value>)

  /// The factory of a required injection, before an implementation is provided.
  case unprovided

  /// An override of a family, which makes a factory for the key that is resolved.
  case perKey(@MainActor (AnyBox) -> Factory)

  /// Alternatives for contexts, of which the first active one is used.
  indirect case contextual([Alternative], otherwise: Factory)

  @usableFromInline typealias Alternative = (context: InjectionContext, build: @MainActor @Sendable () -> Value)

  fileprivate var activeAlternative: Alternative? {
    guard case .contextual(let alternatives, _) = self else { return nil }
    return alternatives.first { $0.context.isActive }
  }

  fileprivate func makeValue(for resolution: Resolution, of provider: Provider) -> Value {
    switch self {
    case .build(let build): return build()
    case .decorate(let decorate): return decorate(Original(resolution: resolution, override: provider))
    case .forward(let target): return target.resolve(in: resolution.scope, for: resolution.consumer)
    case .unprovided: FatalErrors.unprovided(resolution.storage, in: resolution.scope)
    case .perKey(let makeFactory):
      guard let key = resolution.storage.key else { preconditionFailure("Only keys have overrides of a family.") }
      return makeFactory(key).makeValue(for: resolution, of: provider)
    case .contextual(_, let otherwise):
      if let alternative = activeAlternative { return alternative.build() }
      return otherwise.makeValue(for: resolution, of: provider)
    }
  }
}
