import Foundation
public import Vial
public import WorldClockInterface

/// The clock that everybody reads: a `.singleton`, because there is one time.
@MainActor public let wallClock = Injection<any WallClock>(
  strategy: .singleton,
  instance: SystemClock()
)

/// The machine's clock.
struct SystemClock: WallClock {
  var now: Date { Date() }
}
