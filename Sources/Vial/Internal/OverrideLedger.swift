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

  /// Whether a rollback may have to empty the layer's cache.
  ///
  /// An override that is alone need not be remembered: its own rollback empties it.
  func mayForget(_ layer: AnyLayer) -> Bool {
    hasOverrides && !(overrides.count == 1 && overrides[0].pushed == layer.pushed)
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
    layer.pushed = Moment.next()
    overrides.append(Entry(layer: layer, pushed: layer.pushed))
  }

  func note(_ layer: AnyLayer) {
    cached.append(layer)
  }

  /// Forgets everywhere what was cached while `layer` was active, and taints what is being built.
  func rolledBack(_ layer: AnyLayer) {
    var index = overrides.endIndex - 1
    while index >= 0, overrides[index].pushed > layer.pushed { index -= 1 }
    guard index >= 0, overrides[index].pushed == layer.pushed else { return }
    overrides.remove(at: index)
    unsafe BuildFrame.taint(startedAfter: layer.pushed)
    if let forgotten = cached.removeEntries(after: layer.pushed) { CacheEntry.forget(forgotten) }
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
