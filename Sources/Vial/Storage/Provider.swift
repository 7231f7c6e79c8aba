/// A factory of an injection with its strategy and the line that registered it: the published one, an override, or a
/// provided implementation.
///
/// The core handles providers and instances without knowing the type of the instances, because generic code that the
/// compiler cannot specialize looks types up at run time. A family has a provider without a type, which builds nothing.
@MainActor class Provider {
  enum Role: Sendable {
    case published
    case override

    /// An override of a family, which applies to every key.
    case familyOverride

    /// The implementation of a required injection.
    case provided
  }

  /// How instances are cached; `nil` for an override that inherits the strategy of the injection.
  nonisolated final let strategy: InjectionStrategy?

  nonisolated final let callSite: CallSite

  nonisolated final let role: Role

  /// The sequence number of an override or a provided implementation; zero for a published provider.
  nonisolated final let id: UInt64

  /// The scope in which the override was made or the implementation provided; the global scope for a published provider.
  nonisolated final let scopeID: UInt64

  /// The injection that an override replaces.
  ///
  /// An implementation does not retain its injection, which retains the implementation in the global scope.
  nonisolated final let overridden: InjectionStorage?

  /// The number of the override of the same injection in the same scope that this one hides.
  ///
  /// This is not a reference, because a chain of references would be deallocated recursively.
  final var olderID: UInt64?

  /// The cached instance in the scope of the provider; `nil` for an override of a family, which has an entry for each key.
  ///
  /// The provider holds it, so that the scope needs no state for an injection that is only cached.
  final var ownEntry: CacheEntry?

  /// Creates the provider of an injection that is being published.
  nonisolated init(_ strategy: InjectionStrategy?, _ callSite: CallSite) {
    (self.strategy, self.callSite) = (strategy, callSite)
    (role, id, scopeID, overridden) = (.published, 0, 0, nil)
  }

  /// Creates an override or an implementation of an injection in a scope.
  init(
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    as role: Role,
    of storage: InjectionStorage,
    in scope: OverrideScope
  ) {
    (self.strategy, self.callSite, self.role) = (strategy, callSite, role)
    id = SequenceNumber.next()
    scopeID = scope.id
    overridden = role == .provided ? nil : storage
  }

  /// Evicts the instance in the scope of the provider.
  final func evictOwnEntry() { if let ownEntry { DeferredReleases.evict(ownEntry) } }

  final var isPublished: Bool { role == .published }

  final var isOverride: Bool { role == .override || role == .familyOverride }

  /// Whether the provider itself holds the entry of its instance in a scope.
  final func holdsEntry(in scope: OverrideScope) -> Bool { scope.id == scopeID && role != .familyOverride }

  /// The active context whose instance replaces the published one; `nil` if no context is active.
  var activeContext: InjectionContext? { nil }

  /// The injection that the factory forwards to; `nil` for a factory of another kind.
  var forwardingTarget: InjectionStorage? { nil }

  /// Builds an instance for a resolution.
  func makeInstance(for resolution: Resolution) -> AnyBox {
    preconditionFailure("The storage of a family is never resolved.")
  }
}

extension Provider: SequenceNumbered { final var sequenceNumber: UInt64 { id } }

/// A provider of instances of one type.
@MainActor final class TypedProvider<Value>: Provider {
  let factory: Factory<Value>

  /// The type of the boxes, which an override takes from the published provider, because a look-up at run time costs more than
  /// half of an on-demand instance.
  private let boxType: Box<Value>.Type

  nonisolated init(_ factory: Factory<Value>, _ strategy: InjectionStrategy?, _ callSite: CallSite) {
    self.factory = factory
    boxType = Box<Value>.self
    super.init(strategy, callSite)
  }

  init(
    _ factory: Factory<Value>,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    as role: Role,
    of storage: InjectionStorage,
    in scope: OverrideScope,
    _ boxType: Box<Value>.Type
  ) {
    self.factory = factory
    self.boxType = boxType
    super.init(strategy, callSite, as: role, of: storage, in: scope)
  }

  /// Returns an override or an implementation that replaces this published provider in a scope.
  ///
  /// The new objects have the types of this one and its boxes. To look the types up at run time costs a twentieth of making an
  /// override.
  func replacement(
    by factory: Factory<Value>,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    as role: Role,
    of storage: InjectionStorage,
    in scope: OverrideScope
  ) -> TypedProvider {
    TypedProvider(factory, strategy, callSite, as: role, of: storage, in: scope, boxType)
  }

  override var activeContext: InjectionContext? { factory.activeAlternative?.context }

  override var forwardingTarget: InjectionStorage? {
    guard case .forward(let target) = factory else { return nil }
    return target.storage
  }

  override func makeInstance(for resolution: Resolution) -> AnyBox {
    // Called here, because the stack of 1,000 nested factories would be 150 KB larger with a call of `makeValue` for each.
    if case .build(let build) = factory { return boxType.init(build()) }
    return boxType.init(factory.makeValue(for: resolution, of: self))
  }
}

/// How a provider builds an instance.
@MainActor enum Factory<Value>: Sendable {
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

  typealias Alternative = (context: InjectionContext, build: @MainActor @Sendable () -> Value)

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
      if let activeAlternative { return activeAlternative.build() }
      return otherwise.makeValue(for: resolution, of: provider)
    }
  }
}
