/// The cell of a `@WeakInstance` property, which refers weakly to its instance.
@MainActor final class WeakConsumer<Value>: AnyConsumer {
  private let injection: @MainActor () -> Injection<Value>
  private var state = WeakConsumerState.unread

  nonisolated init(_ injection: @escaping @MainActor () -> Injection<Value>, _ function: String, _ callSite: CallSite) {
    self.injection = injection
    super.init(function, callSite)
  }

  override var isRead: Bool { state.isRead }

  /// The instance that was read or assigned, while it is alive.
  var loadedValue: Value? { value(of: state.loaded) }

  func read() -> Value? {
    noteRead()
    if isRead { return loadedValue }
    var result: AnyBox?
    performRead {
      injection().record
    } receive: { resolved in
      result = state.keep(resolved)
    }
    return value(of: result)
  }

  /// Assigns an instance, or `nil`.
  func assign(_ value: Value?) { replace(with: WeakConsumerState(assigned: value.map { Box($0) })) }

  /// Discards the instance, so that the next read resolves the injection.
  func reset() {
    // A reset while the first read runs has no effect.
    if isRead { replace(with: .unread) }
  }

  /// Replaces the instance, which is released when the property is no longer being accessed.
  private func replace(with newState: WeakConsumerState) {
    let previous = state
    noteAssignment()
    state = newState
    extendLifetime(previous)
  }

  private func value(of box: AnyBox?) -> Value? {
    guard let box else { return nil }
    return box.value(as: Value.self)
  }
}

/// The reference of a `@WeakInstance` property, without its generic parameter.
@MainActor private enum WeakConsumerState {
  /// The next read resolves the injection. A value stays in this state, so each read resolves it again.
  case unread

  /// An object was read or assigned, which is alive while something else retains it.
  case object(WeakReference)

  /// A value was assigned.
  case value(AnyBox)

  /// `nil` was assigned.
  case nothing

  init(assigned box: AnyBox?) {
    guard let box else {
      self = .nothing
      return
    }
    self = box.weakReference.map { .object($0) } ?? .value(box)
  }

  /// Whether an object was read, or something was assigned.
  var isRead: Bool {
    if case .unread = self { false } else { true }
  }

  /// The instance that was read or assigned, while it is alive.
  var loaded: AnyBox? {
    switch self {
    case .unread, .nothing: nil
    case .value(let box): box
    case .object(let reference): reference.box
    }
  }

  /// Keeps an object that was resolved for the first read, unless a nested read has kept one, and returns the instance of the property.
  mutating func keep(_ resolved: AnyBox) -> AnyBox? {
    if isRead { return loaded }
    if let reference = resolved.weakReference { self = .object(reference) }
    return resolved
  }
}
