/// The order of events: what is pushed, filled, emptied or ended has a moment, and moments ascend.
///
/// What was found out at one moment holds until the next one.
@MainActor
enum Moment {
  private(set) static var now: UInt64 = 0

  @discardableResult
  static func next() -> UInt64 {
    now += 1
    return now
  }
}
