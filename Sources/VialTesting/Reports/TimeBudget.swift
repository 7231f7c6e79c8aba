/// Time for work that a process can do without.
///
/// Work that begins within the budget is completed, so the budget is exceeded at most by the last piece of work.
struct TimeBudget {
  private(set) var remaining: Duration

  init(_ duration: Duration) { remaining = duration }

  /// Performs work and subtracts the time that it takes; returns `nil` without performing it if no time remains.
  mutating func spend<Value, C: Clock>(_ clock: C, on work: () -> Value) -> Value? where C.Duration == Duration {
    guard remaining > .zero else { return nil }
    let start = clock.now
    let value = work()
    remaining -= start.duration(to: clock.now)
    return value
  }
}
