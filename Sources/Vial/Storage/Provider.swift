/// A factory of an injection with its strategy and the line that registered it: the published one, an override, or a
/// provided implementation.
///
/// The core handles providers and instances without knowing the type of the instances, because generic code that the
/// compiler cannot specialize looks types up at run time. A family has a provider without a type, which builds nothing.
@MainActor class Provider {
  enum Role: Sendable {
    case published

    /// The override of an injection or a family, which the provider retains.
    case override(of: InjectionStorage)

    /// The implementation of a required injection.
    ///
    /// It does not retain the injection, because in the global scope the injection retains the implementation.
    case provided
  }

  /// How instances are cached; `nil` for an override that inherits the strategy of the injection.
  nonisolated final let strategy: InjectionStrategy?

  nonisolated final let callSite: CallSite

  nonisolated final let role: Role

  nonisolated final let number: ProviderNumber

  /// The scope in which the override was made or the implementation provided; the global scope for a published provider.
  nonisolated final let scopeID: Moment

  /// The instances of an implementation in all scopes.
  final var journal = CacheJournal()

  /// The number of instances that this provider is building, see `InjectionOperation.build`.
  final var runningBuilds = 0

  nonisolated init(
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    _ role: Role = .published,
    number: ProviderNumber = .published,
    scopeID: Moment = .beginning
  ) {
    (self.strategy, self.callSite, self.role) = (strategy, callSite, role)
    (self.number, self.scopeID) = (number, scopeID)
  }

  final var isOverride: Bool { if case .override = role { true } else { false } }

  /// The injection or the family that an override overrides; `nil` for other roles.
  final var overridden: InjectionStorage? { if case .override(let storage) = role { storage } else { nil } }

  /// The active context whose instance replaces the published one; `nil` if no context is active.
  var activeContext: InjectionContext? { nil }

  /// The injection that the factory resolves instead of an injection; `nil` for a factory of another kind.
  ///
  /// An override of a family with another family forwards each key to the same key, and the family to the other family.
  func forwardingTarget(of storage: InjectionStorage) -> InjectionStorage? { nil }

  /// Builds an instance of an injection in a scope.
  func makeInstance(of storage: InjectionStorage, in scope: OverrideScope) -> AnyBox {
    preconditionFailure("The storage of a family is never resolved.")
  }
}

extension Provider: SortedByProvider {
  /// The place in the list of the slot: the implementation, of which there is only one, precedes the overrides.
  nonisolated final var listNumber: ProviderNumber { if case .override = role { number } else { .published } }
}

/// A provider of instances of one type.
@MainActor final class TypedProvider<Value>: Provider {
  let factory: Factory<Value>

  /// The type of the boxes, which an override takes from the published provider, because a look-up at run time costs more than
  /// half of an on-demand instance.
  private let boxType: Box<Value>.Type

  nonisolated init(
    _ factory: Factory<Value>,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    _ role: Role = .published,
    boxType: Box<Value>.Type = Box<Value>.self,
    number: ProviderNumber = .published,
    scopeID: Moment = .beginning
  ) {
    (self.factory, self.boxType) = (factory, boxType)
    super.init(strategy, callSite, role, number: number, scopeID: scopeID)
  }

  /// Returns the provider of an override or an implementation of the injection that this provider publishes, in a scope.
  ///
  /// The new objects have the types of this one and its boxes, because looking types up at run time takes longer.
  func makeProvider(
    _ factory: Factory<Value>,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    _ role: Role,
    _ scope: OverrideScope
  ) -> TypedProvider {
    assertMainActor()
    let number = ProviderNumber(madeAt: .next())
    return TypedProvider(factory, strategy, callSite, role, boxType: boxType, number: number, scopeID: scope.id)
  }

  override var activeContext: InjectionContext? { factory.activeAlternative(of: self)?.context }

  override func forwardingTarget(of storage: InjectionStorage) -> InjectionStorage? {
    switch factory {
    case .forward(let target): return target.storage
    case .perKey(let makeFactory, let family?):
      if let key = storage.key, case .forward(let target) = makeFactory(key) { return target.storage }
      return family
    case .build, .decorate, .unprovided, .contextual, .perKey: return nil
    }
  }

  override func makeInstance(of storage: InjectionStorage, in scope: OverrideScope) -> AnyBox {
    boxType.init(factory.makeValue(of: storage, in: scope, by: self))
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

  /// An override of a family, which makes a factory for the key that is resolved, and may forward to another family.
  case perKey(@MainActor (AnyBox) -> Factory, forwardingTo: InjectionStorage?)

  /// Alternatives for contexts, of which the first active one is used.
  indirect case contextual([Alternative], otherwise: Factory)

  typealias Alternative = (context: InjectionContext, build: @MainActor @Sendable () -> Value)

  /// The alternative whose context is active, in a factory of a provider.
  fileprivate func activeAlternative(of provider: Provider) -> Alternative? {
    guard case .contextual(let alternatives, _) = self else { return nil }
    return alternatives.first { alternative in
      InjectionOperation.runRestricted(.context(of: provider)) { alternative.context.isActive }
    }
  }

  fileprivate func makeValue(of storage: InjectionStorage, in scope: OverrideScope, by provider: Provider) -> Value {
    switch self {
    case .build(let build): return build()
    case .decorate(let decorate): return decorate(Original(storage: storage, scope: scope, decorator: provider))
    case .forward(let target): return target.resolve(in: scope).value
    case .unprovided: FatalError.unprovided(storage, in: scope)
    case .perKey(let makeFactory, _):
      guard let key = storage.key else { preconditionFailure("Only keys have overrides of a family.") }
      return makeFactory(key).makeValue(of: storage, in: scope, by: provider)
    case .contextual(_, let otherwise):
      if let alternative = activeAlternative(of: provider) { return alternative.build() }
      return otherwise.makeValue(of: storage, in: scope, by: provider)
    }
  }
}
