/// How a layer makes an instance.
@frozen
@usableFromInline
enum Recipe<Value>: Sendable {
  case build(@MainActor () -> Value)
  case decorate(@MainActor (borrowing Original<Value>) -> Value)
  case forward(Injection<Value>)
  case published(Publication<Value>)
}
