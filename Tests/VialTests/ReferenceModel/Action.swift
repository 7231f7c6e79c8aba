import Vial

/// The action of an operation with all its parameters.
enum Action {
  case nothing
  case resolve(Int)
  case peek(Int)
  case inspect(Int)
  case addOverride(Int, Factory, Lifetime?)
  case rollBack(Int)
  case rollBackAll(Int)
  case rollBackByToken(Int)
  case rollBackEverything
  case provide(Int, Factory, Lifetime)
  case withdraw(Int)
  case clear(Int)
  case clearFlow(Int)
  case expire(Int)
  case createConsumer(Int, ConsumerKind)
  case read(Int)
  case dropConsumer(Int, onOtherThread: Bool)
  case assign(Int, isObject: Bool)
  case reset(Int)
  case openScope(Int, ScopeKind)
  case endScope(Int)
  case releaseScope(Int, onOtherThread: Bool)
  case withScope(Int, ScopeKind, [Operation])
  case setDeinitializerAction(Operation)
  case addKeys(Int)
  /// Adds an observer, also while other operations run.
  case observe(Int)
  case cancelObserver(Int)
  /// Seals the overrides of the global scope.
  case seal
}

/// The property wrapper of a consumer.
enum ConsumerKind {
  case instance, weakInstance, dynamicInstance
}

/// The opener of a scope, and the kind of the scope.
enum ScopeKind {
  case application(OverrideScope.Kind)
  /// The scope of a test; without a kind, it sees only the nearest enclosing scope of a test (rule 20).
  case test(OverrideScope.Kind?)

  var isOfTest: Bool { if case .test = self { true } else { false } }
}

extension Action {
  func line(in scope: Int) -> String { scope == 0 ? "\(self)" : "in \(scope): \(self)" }
}
