/// How a provider builds an instance.
@MainActor enum Factory<Value>: Sendable {
  case build(@MainActor () -> Value)
  case decorate(@MainActor (borrowing Original<Value>) -> Value)

  /// Resolves another injection of the same type.
  case forward(to: InjectionRecord)

  /// Makes the factory for the key that is resolved, in an override of a family.
  case perKey(@MainActor (AnyBox) -> Factory)

  /// Resolves the injection of the same key in another family, which the closure finds.
  case forwardKeys(to: InjectionRecord, @MainActor (AnyBox) -> InjectionRecord)

  /// Alternatives for contexts, of which the first active one is used.
  indirect case contextual([Alternative], otherwise: Factory)

  typealias Alternative = (context: InjectionContext, build: @MainActor @Sendable () -> Value)

  /// Whether the factory resolves another injection, which caches the instance.
  var isForwarding: Bool {
    switch self {
    case .forward, .forwardKeys: true
    case .build, .decorate, .perKey, .contextual: false
    }
  }

  /// The alternative of the first active context, in the order of their publication, in a factory of a provider.
  func activeAlternative(of provider: Provider) -> Alternative? {
    guard case .contextual(let alternatives, _) = self else { return nil }
    for alternative in alternatives where provider.isActive(alternative.context) { return alternative }
    return nil
  }

  func makeValue(of record: InjectionRecord, in scope: OverrideScope, by provider: Provider) -> Value {
    switch self {
    case .build(let build): return build()
    case .decorate(let decorate): return decorate(Original(record: record, scope: scope, decorator: provider))
    case .forward(let target): return target.resolve(in: scope).value(as: Value.self)
    case .perKey(let makeFactory): return makeFactory(record.key).makeValue(of: record, in: scope, by: provider)
    case .forwardKeys(_, let findTarget): return findTarget(record.key).resolve(in: scope).value(as: Value.self)
    case .contextual(_, let otherwise):
      if let alternative = activeAlternative(of: provider) { return alternative.build() }
      return otherwise.makeValue(of: record, in: scope, by: provider)
    }
  }
}
