/// How a layer makes an instance.
@usableFromInline
enum Recipe<Value>: Sendable {
  case build(@MainActor () -> Value)
  case decorate(@MainActor (borrowing Original<Value>) -> Value)
  case forward(@MainActor () -> Injection<Value>?)
  case chosen(@MainActor () -> Recipe<Value>)
  case mirror(Layer<Value>)
}
