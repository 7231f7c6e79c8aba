/// A consumer that retains its instance: the cell of an `@Instance` or `@DynamicInstance` property.
///
/// The class is not generic, because the inlined read of a generic class would add code to each consumer of an application.
@MainActor @usableFromInline class RetainingConsumer: AnyConsumer {
  /// The instance, after the first read or an assignment; for a `@DynamicInstance`, the assigned instance.
  @safe @exclusivity(unchecked) @usableFromInline final var box: AnyBox?

  final override var isRead: Bool { box != nil }

  final override var retainsInstance: Bool { isRead }

  /// Replaces the instance by an assigned one, or discards it.
  ///
  /// The previous instance is released when the property is no longer being accessed, because its deinitializer may read it.
  final func replace(with newBox: AnyBox?) {
    let previous = box
    // A reset while the first read runs has no effect.
    if previous == nil, newBox == nil { return }
    noteAssignment()
    box = newBox
    extendLifetime(previous)
  }
}
