// An override or a provision that names another injection lets that one provide, live (rule 14).

extension Injection {
  /// The injection and the layer that provide in the end; stops where a chain leads back (rule 18).
  func destination(
    from layer: Layer<Value>,
    in scope: OverrideScope?
  ) -> (injection: Injection<Value>, layer: Layer<Value>) {
    var (injection, layer) = (self, layer)
    var passed: [Injection<Value>] = []
    while case .forward(let other) = layer.recipe {
      if passed.contains(where: { $0 === injection }) {
        Fault.forwardCircle(passed.map(\.declaration), at: layer.callSite)
      }
      passed.append(injection)
      injection = other
      layer = other.top(in: scope)
    }
    return (injection, layer)
  }

  /// Lets the injection at the end of the chain provide; messages name this one on the way.
  func provideForwarded(
    _ layer: Layer<Value>,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    let end = destination(from: layer, in: scope)
    var frame = unsafe BuildFrame(layer)
    return unsafe forward(in: &frame, layer, to: end, in: scope, &holder)
  }

  private func forward(
    in frame: UnsafeMutablePointer<BuildFrame>,
    _ layer: Layer<Value>,
    to end: (injection: Injection<Value>, layer: Layer<Value>),
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    unsafe BuildFrame.push(frame)
    defer { unsafe BuildFrame.pop(frame) }
    guard Injections.isObserved, case .forward(let other) = layer.recipe else {
      return end.injection.provide(end.layer, in: scope, &holder)
    }
    return other.provideObserved(other.top(in: scope), in: scope, &holder)
  }
}
