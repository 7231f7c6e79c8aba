/// A provider of instances of one type.
@MainActor final class TypedProvider<Value>: Provider {
  let factory: Factory<Value>

  /// The type of the boxes, which an override of an injection takes from the published provider, because a look-up at run time costs
  /// more than half of building an on-demand instance.
  private let boxType: Box<Value>.Type

  /// Creates the provider that an injection publishes.
  nonisolated init(publishing factory: Factory<Value>, at callSite: CallSite) {
    self.factory = factory
    boxType = Box<Value>.self
    super.init(.published, nil, at: callSite, number: .published, scopeID: .global)
  }

  /// Creates the provider of an override or an implementation, which is made now in a scope.
  ///
  /// A provider that forwards to another injection caches nothing, whatever its strategy, because the other injection does.
  init(
    _ role: Role,
    _ factory: Factory<Value>,
    _ strategy: InjectionStrategy?,
    at callSite: CallSite,
    in scope: OverrideScope,
    boxType: Box<Value>.Type = Box<Value>.self
  ) {
    assertMainActor()
    self.factory = factory
    self.boxType = boxType
    let ownStrategy = factory.isForwarding ? .onDemand : strategy
    super.init(role, ownStrategy, at: callSite, number: ProviderNumber(madeAt: .next()), scopeID: scope.id)
  }

  /// Creates the provider of an override or an implementation of the injection that this provider publishes.
  ///
  /// The new provider has the type of this provider and of its boxes, so no type is looked up at run time.
  func makeProvider(
    _ role: Role,
    _ factory: Factory<Value>,
    _ strategy: InjectionStrategy?,
    at callSite: CallSite,
    in scope: OverrideScope
  ) -> TypedProvider {
    TypedProvider(role, factory, strategy, at: callSite, in: scope, boxType: boxType)
  }

  override var activeContext: InjectionContext? { factory.activeAlternative(of: self)?.context }

  override var isForwarding: Bool { factory.isForwarding }

  override func findForwardingTarget(of record: InjectionRecord) -> InjectionRecord? {
    switch factory {
    case .forward(let target): return target
    case .forwardKeys(let family, let findTarget): return record.family == nil ? family : findTarget(record.key)
    case .build, .decorate, .contextual, .perKey: return nil
    }
  }

  override func makeInstance(of record: InjectionRecord, in scope: OverrideScope) -> AnyBox {
    boxType.init(factory.makeValue(of: record, in: scope, by: self))
  }
}
