/// The order of events: what is pushed, filled, opened or observed has a moment, and moments ascend.
///
/// Which slot answers at one moment answers until the next one. What goes meanwhile, by a rollback or an
/// end, is emptied.
@MainActor enum Moment {
  private(set) static var now: UInt64 = 0

  static func next() -> UInt64 {
    now += 1
    return now
  }
}
