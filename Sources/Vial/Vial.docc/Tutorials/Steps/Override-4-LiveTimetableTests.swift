import Testing
import Vial
import VialTesting

@testable import Station

@MainActor struct LiveTimetableTests {
  @Test(.overrideScope) func omitsDeparturesThatHaveLeft() {
    Services.clock.override(with: FixedClock(minute: 500))
    Services.timetable.allowLive()

    #expect(BoardModel().next == "Bern")
  }
}
