/// How a provider builds an instance.
@MainActor enum Factory<Value>: Sendable {
  case build(@MainActor () -> Value)
  case decorate(@MainActor (borrowing Original<Value>) -> Value)

  /// Resolves another injection of the same type.
  case forward(to: InjectionRecord)

  /// The factory of a required injection, before an implementation is provided.
  case unprovided

  /// An override of a family, which makes a factory for the key that is resolved, and may forward to another family.
  case perKey(@MainActor (AnyBox) -> Factory, forwardingTo: InjectionRecord?)

  /// Alternatives for contexts, of which the first active one is used.
  indirect case contextual([Alternative], otherwise: Factory)

  typealias Alternative = (context: InjectionContext, build: @MainActor @Sendable () -> Value)

  /// Whether the factory resolves another injection, which caches the instance.
  fileprivate var isForwarding: Bool {
    switch self {
    case .forward, .perKey(_, forwardingTo: _?): true
    case .build, .decorate, .unprovided, .perKey, .contextual: false
    }
  }

  fileprivate func makeValue(of record: InjectionRecord, in scope: OverrideScope, by provider: Provider) -> Value {
    switch self {
    case .build(let build): return build()
    case .decorate(let decorate): return decorate(Original(record: record, scope: scope, decorator: provider))
    case .forward(let target): return cast(target.resolve(in: scope), to: Box<Value>.self).value
    case .unprovided: FatalError.unprovided(record, in: scope)
    case .perKey(let makeFactory, _):
      guard case .key(let key, _, _) = record.kind else { preconditionFailure("Only keys have overrides of a family.") }
      return makeFactory(key).makeValue(of: record, in: scope, by: provider)
    case .contextual(_, let otherwise):
      if let alternative = activeAlternative(of: provider) { return alternative.build() }
      return otherwise.makeValue(of: record, in: scope, by: provider)
    }
  }
}

/// A provider of instances of one type.
@MainActor final class TypedProvider<Value>: Provider {
  let factory: Factory<Value>

  /// The type of the boxes, which an override takes from the published provider, because a look-up at run time costs more than
  /// half of an on-demand instance.
  private let boxType: Box<Value>.Type

  /// Creates the provider that an injection publishes.
  nonisolated init(publishing factory: Factory<Value>, at callSite: CallSite) {
    self.factory = factory
    boxType = Box<Value>.self
    super.init(.published, nil, callSite, .published, .beginning)
  }

  /// Creates the provider of an override or an implementation, which is made now.
  ///
  /// A provider that forwards to another injection caches nothing, whatever its strategy, because the other injection does.
  init(
    _ factory: Factory<Value>,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    _ role: Role,
    in scope: OverrideScope,
    boxType: Box<Value>.Type = Box<Value>.self
  ) {
    assertMainActor()
    self.factory = factory
    self.boxType = boxType
    super.init(role, factory.isForwarding ? .onDemand : strategy, callSite, ProviderNumber(madeAt: .next()), scope.id)
  }

  /// Returns the provider of an override or an implementation of the injection that this provider publishes.
  ///
  /// The new objects have the types of this one and its boxes, because looking types up at run time takes longer.
  func makeProvider(
    _ factory: Factory<Value>,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    _ role: Role,
    in scope: OverrideScope
  ) -> TypedProvider { TypedProvider(factory, strategy, callSite, role, in: scope, boxType: boxType) }

  override func firstContext(where isActive: (InjectionContext) -> Bool) -> InjectionContext? {
    guard case .contextual(let alternatives, _) = factory else { return nil }
    return alternatives.first { isActive($0.context) }?.context
  }

  override func forwardingTarget(of record: InjectionRecord) -> InjectionRecord? {
    switch factory {
    case .forward(let target): return target
    case .perKey(let makeFactory, let family?):
      if case .key(let key, _, _) = record.kind, case .forward(let target) = makeFactory(key) { return target }
      return family
    case .build, .decorate, .unprovided, .contextual, .perKey: return nil
    }
  }

  override func makeInstance(of record: InjectionRecord, in scope: OverrideScope) -> AnyBox {
    boxType.init(factory.makeValue(of: record, in: scope, by: self))
  }
}
