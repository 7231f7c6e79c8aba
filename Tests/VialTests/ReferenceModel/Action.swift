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
  case createConsumer(Int, isWeak: Bool)
  case read(Int)
  case dropConsumer(Int)
  case assign(Int, isObject: Bool)
  case reset(Int)
  case openScope(Int, OverrideScope.Kind)
  case endScope(Int)
  case releaseScope(Int)
  case withScope(Int, OverrideScope.Kind, [Operation])
  case setDeinitializerAction(Operation)
  case addKeys(Int)
}

extension Action {
  func line(in scope: Int) -> String { scope == 0 ? "\(self)" : "in \(scope): \(self)" }
}
