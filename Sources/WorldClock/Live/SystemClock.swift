import Foundation
public import Vial
public import WorldClockInterface

/// The clock that everybody reads: a `.singleton`, because there is one time.
///
/// For a UI test it stands still, in the night in which Zurich's clocks go from two to three.
@MainActor public let wallClock = Injection<any WallClock>(
  strategy: .singleton,
  instance: SystemClock()
)
.when(
  .launchArgument("-frozen-clock"),
  instance: FixedClock(Date(timeIntervalSince1970: 1_774_745_970))
)

/// The machine's clock.
struct SystemClock: WallClock {
  var now: Date { Date() }
}
