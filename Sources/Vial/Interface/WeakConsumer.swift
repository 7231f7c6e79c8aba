/// The cell of a `@WeakInstance` property.
@MainActor final class WeakConsumer<Value>: AnyConsumer {
  private enum State {
    /// The next read resolves the injection. A value stays in this state, so each read resolves it again.
    case unread

    /// An object was read or assigned, which lives while anyone else retains it.
    case object(WeakReference)

    /// A value was assigned.
    case value(Box<Value>)

    /// `nil` was assigned.
    case nothing
  }

  private let injection: @MainActor () -> Injection<Value>
  private var state = State.unread

  nonisolated init(_ injection: @escaping @MainActor () -> Injection<Value>, _ function: String, _ callSite: CallSite) {
    self.injection = injection
    super.init(function, callSite)
  }

  /// The instance that was read or assigned, while it is alive.
  var loadedValue: Value? {
    switch state {
    case .unread, .nothing: return nil
    case .value(let box): return box.value
    case .object(let reference):
      guard let box = reference.box else { return nil }
      return cast(box, to: Box<Value>.self).value
    }
  }

  func read() -> Value? {
    guard case .unread = state else {
      checkRead(holdingInstance: true)
      return loadedValue
    }
    checkRead(holdingInstance: false)
    return performRead { readerScope in
      let resolved: Box<Value> = cast(resolve(from: readerScope) { injection().record })
      // A nested first read has already kept an instance.
      guard case .unread = state else { return loadedValue }
      if let reference = resolved.weakReference { state = .object(reference) }
      return resolved.value
    }
  }

  func assign(_ value: Value?) {
    guard let value else { return replace(with: .nothing) }
    let box = Box(value)
    replace(with: box.weakReference.map(State.object) ?? .value(box))
  }

  /// Discards the instance, so that the next read resolves the injection.
  func reset() {
    // A reset while the first read runs has no effect.
    if case .unread = state { return }
    replace(with: .unread)
  }

  /// Replaces the state, and releases the previous instance afterwards, as `Consumer.replace` does.
  private func replace(with newState: State) {
    let previous = state
    noteAssignment()
    state = newState
    extendLifetime(previous)
  }
}
