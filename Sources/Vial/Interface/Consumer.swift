/// The cell of an `@Instance` or `@DynamicInstance` property.
@MainActor @usableFromInline final class Consumer<Value>: RetainingConsumer {
  private let injection: @MainActor () -> Injection<Value>

  nonisolated init(_ injection: @escaping @MainActor () -> Injection<Value>, _ function: String, _ callSite: CallSite) {
    self.injection = injection
    super.init(function, callSite)
  }

  /// The instance, without resolving the injection.
  var value: Value? {
    guard let box else { return nil }
    return cast(box, to: Box<Value>.self).value
  }

  /// Resolves the injection and keeps the instance, unless a nested first read has already kept an instance.
  @usableFromInline func readForTheFirstTime() -> Value {
    performRead { readerScope in
      let resolved = resolve(from: readerScope)
      if let value { return value }
      box = resolved
      return resolved.value
    }
  }

  /// Resolves the injection without keeping the instance.
  func resolve() -> Value { performRead { readerScope in resolve(from: readerScope).value } }

  private func resolve(from readerScope: OverrideScope) -> Box<Value> {
    cast(resolve(from: readerScope) { injection().record })
  }
}
