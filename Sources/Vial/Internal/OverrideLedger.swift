/// The overrides of one place (a scope, or outside every scope) and what was cached under them.
///
/// Both lists ascend in time, so whatever was cached while an override was active is the end of the
/// list after its push: a rollback takes as long as what it has to forget (rule 16).
@MainActor
final class OverrideLedger {
  static let global = OverrideLedger()

  private var overrides: [Entry] = []
  private var limit = 32
  private var cached = CacheLog()

  private struct Entry {
    weak let layer: AnyLayer?
    let pushed: UInt64
  }

  nonisolated init() {}

  /// Whether an override is active; one that went away with its injection is dropped in passing.
  var hasOverrides: Bool {
    while let last = overrides.last, last.layer == nil { overrides.removeLast() }
    if overrides.isEmpty, cached.count > 0 { _ = cached.removeAll() }
    return !overrides.isEmpty
  }

  /// How many caches are remembered; what the tests of boundedness look at.
  var cachedCount: Int { cached.count }

  /// The active overrides that were pushed after `moment`, oldest first.
  func layers(after moment: UInt64) -> [AnyLayer] {
    overrides.compactMap { $0.pushed > moment ? $0.layer : nil }
  }

  func pushed(_ layer: AnyLayer) {
    // An injection that went away with its override leaves an entry behind.
    if overrides.count >= limit {
      overrides.removeAll { $0.layer == nil }
      limit = max(32, overrides.count * 2)
    }
    overrides.append(Entry(layer: layer, pushed: Moment.next()))
  }

  func note(_ layer: AnyLayer) {
    cached.append(layer)
  }

  /// Forgets everywhere what was cached while `layer` was active, and taints what is being built.
  func rolledBack(_ layer: AnyLayer) {
    guard let index = overrides.lastIndex(where: { $0.layer === layer }) else { return }
    let pushed = overrides.remove(at: index).pushed
    unsafe BuildFrame.taint(startedAfter: pushed)
    let forgotten = cached.removeEntries(after: pushed)
    CacheEntry.forget(forgotten)
  }

  /// Rolls back, newest first, what was pushed after `moment`.
  func rollBack(after moment: UInt64) {
    for layer in layers(after: moment).reversed() { _ = layer.rollBack() }
  }

  /// Ends the place: what is in it is gone, and nothing is remembered.
  func removeAll() {
    overrides = []
    _ = cached.removeAll()
  }
}
