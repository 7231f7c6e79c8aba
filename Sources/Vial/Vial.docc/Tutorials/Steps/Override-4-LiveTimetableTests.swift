import Testing
import Vial

@testable import Station

@MainActor struct LiveTimetableTests {
  @Test func omitsDeparturesThatHaveLeft() {
    withOverrideScope(.isolated) {
      Services.clock.override(with: FixedClock(minute: 500))

      #expect(BoardModel().next == "Bern")
    }
  }
}
