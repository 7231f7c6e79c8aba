/// A token that withdraws what was provided for a required injection.
///
/// Every `provide` returns one. Ignore it if you never withdraw. A token keeps nothing alive.
///
/// ```swift
/// let provision = session.provide(with: Session(account))
/// provision.withdraw()
/// ```
public struct Provision: Sendable {
  private weak let layer: AnySlot?

  @MainActor
  init(_ layer: AnySlot?) {
    self.layer = layer
  }

  /// Takes back what was provided, so that it may be provided again.
  ///
  /// Every scope releases the instance that was provided. Consumers keep the instances that they hold.
  /// Singletons that were built from the instance stay too, and keep it. Give such injections a flow
  /// of their own, and clear it. In a scope that has ended, nothing is withdrawn.
  ///
  /// - Returns: Whether there was something to withdraw; `false` the second time.
  @MainActor @discardableResult
  public func withdraw() -> Bool {
    layer?.rollBack() ?? false
  }
}

/// What was provided in one place: the ground of the stack there and in the scopes inside.
@MainActor
final class ProvisionLayer<Value>: PlacedLayer<Value> {
  private var filled = CacheLog()

  /// How many filled slots are remembered; what the tests of boundedness look at.
  var filledCount: Int { filled.count }

  /// What another injection provides is as live as that one is (rule 23).
  override func isLive(in scope: OverrideScope?) -> Bool {
    let end = root.destination(from: self, in: scope)
    return end.layer === self || end.layer.isLive(in: scope)
  }

  /// What was provided further out, which is kept but hidden.
  override func lower(in scope: OverrideScope?) -> AnySlot {
    place.map { root.ground(in: $0.parent) } ?? root
  }

  override func note(_ slot: AnySlot) {
    if slot.stamp == 0 { slot.stamp = Moment.next() }
    filled.append(slot)
    extendLifetime(filled.dropGoneIfDue())
  }

  override func rollBack() -> Bool {
    guard remove() else { return false }
    let root = root
    let owner: (any SlotOwner)? = place ?? root.publication
    owner?.slots.set(nil, of: root, .provision)
    AnySlot.empty(filled.slots)
    return true
  }
}
