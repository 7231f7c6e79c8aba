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
    return box.value(as: Value.self)
  }

  /// Resolves the injection and keeps the instance, unless a nested first read has already kept an instance.
  @usableFromInline func readForTheFirstTime() -> Value {
    var result: AnyBox?
    performRead {
      injection().record
    } receive: { resolved in
      if let box {
        result = box
      } else {
        box = resolved
        result = resolved
      }
    }
    return instance(in: result)
  }

  /// Resolves the injection without keeping the instance.
  func resolve() -> Value {
    var result: AnyBox?
    performRead {
      injection().record
    } receive: { resolved in
      result = resolved
    }
    return instance(in: result)
  }

  private func instance(in resolved: AnyBox?) -> Value {
    guard let resolved else { preconditionFailure("A read has resolved no instance.") }
    return resolved.value(as: Value.self)
  }
}
