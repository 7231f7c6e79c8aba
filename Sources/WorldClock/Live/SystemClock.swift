import Foundation
public import Vial
public import WorldClockInterface

/// The clock of the application, a `.singleton`, because all consumers share the same time.
///
/// In UI tests, it is fixed at 01:59:30 in Zurich, half a minute before daylight saving time begins.
@MainActor public let wallClock = Injection<any WallClock>(
  strategy: .singleton,
  instance: SystemClock()
)
.when(
  .launchArgument("-frozen-clock"),
  instance: FixedClock(Date(timeIntervalSince1970: 1_774_745_970))
)

/// The clock of the system.
struct SystemClock: WallClock {
  var now: Date { Date() }
}
