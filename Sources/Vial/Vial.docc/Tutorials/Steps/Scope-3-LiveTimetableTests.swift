import Testing
import Vial
import VialTesting

@testable import Station

@Suite(.overrideScope { Services.clock.override(with: FixedClock(minute: 500)) })
@MainActor struct LiveTimetableTests {
  @Test func omitsDeparturesThatHaveLeft() {
    Services.timetable.allowLive()

    #expect(BoardModel().next == "Bern")
  }
}
