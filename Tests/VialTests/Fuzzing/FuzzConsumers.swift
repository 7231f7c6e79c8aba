import Vial

/// An owner of two consumers of one injection.
@MainActor final class FuzzConsumers<Value> {
  @Instance var value: Value
  @WeakInstance var weakValue: Value?

  /// Whether a property is being written, while Swift forbids every other access to the property.
  private(set) var isBeingWritten = false
  private let hook: DeinitHook

  init(_ hook: DeinitHook, _ injection: @escaping @MainActor () -> Injection<Value>) {
    _value = Instance(injection())
    _weakValue = WeakInstance(injection())
    self.hook = hook
  }

  func write(_ body: (FuzzConsumers) -> Void) {
    isBeingWritten = true
    body(self)
    isBeingWritten = false
  }
}
