/// A consumer that refers weakly to its instance: the cell of a `@WeakInstance` property, without its generic parameter.
@MainActor class WeaklyReferencingConsumer: AnyConsumer {
  private enum State {
    /// The next read resolves the injection. A value stays in this state, so each read resolves it again.
    case unread

    /// An object was read or assigned, which is alive while something else retains it.
    case object(WeakReference)

    /// A value was assigned.
    case value(AnyBox)

    /// `nil` was assigned.
    case nothing
  }

  private final var state = State.unread

  /// Whether an object was read, or something was assigned.
  final var isRead: Bool {
    if case .unread = state { false } else { true }
  }

  /// The instance that was read or assigned, while it is alive.
  final var loaded: AnyBox? {
    switch state {
    case .unread, .nothing: nil
    case .value(let box): box
    case .object(let reference): reference.box
    }
  }

  /// Keeps an object that was resolved for the first read, unless a nested read has kept one, and returns the instance of the property.
  final func keep(_ resolved: AnyBox) -> AnyBox? {
    if isRead { return loaded }
    if let reference = resolved.weakReference { state = .object(reference) }
    return resolved
  }

  /// Assigns an instance, or `nil`.
  final func replace(with box: AnyBox?) {
    let previous = state
    noteAssignment()
    state = if let box { box.weakReference.map(State.object) ?? .value(box) } else { .nothing }
    extendLifetime(previous)
  }

  /// Discards the instance, so that the next read resolves the injection.
  final func reset() {
    // A reset while the first read runs has no effect.
    if !isRead { return }
    let previous = state
    noteAssignment()
    state = .unread
    extendLifetime(previous)
  }
}
