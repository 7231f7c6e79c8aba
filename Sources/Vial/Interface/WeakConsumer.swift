/// The cell of a `@WeakInstance` property.
@MainActor final class WeakConsumer<Value>: WeaklyReferencingConsumer {
  private let injection: @MainActor () -> Injection<Value>

  nonisolated init(_ injection: @escaping @MainActor () -> Injection<Value>, _ function: String, _ callSite: CallSite) {
    self.injection = injection
    super.init(function, callSite)
  }

  /// The instance that was read or assigned, while it is alive.
  var loadedValue: Value? { value(of: loaded) }

  func read() -> Value? {
    checkRead(holdingInstance: isRead)
    if isRead { return loadedValue }
    var result: AnyBox?
    performRead {
      injection().record
    } receive: { resolved in
      result = keep(resolved)
    }
    return value(of: result)
  }

  func assign(_ value: Value?) { replace(with: value.map { Box($0) }) }

  private func value(of box: AnyBox?) -> Value? {
    guard let box else { return nil }
    return cast(box, to: Box<Value>.self).value
  }
}
