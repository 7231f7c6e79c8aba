@testable import Station

struct FixedClock: WallClock {
  var minute: Int
}
