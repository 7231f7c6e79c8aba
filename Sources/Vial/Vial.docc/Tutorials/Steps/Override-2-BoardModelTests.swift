import Testing
import Vial

@testable import Station

@MainActor struct BoardModelTests {
  @Test func showsTheNextDeparture() {
    withOverrideScope(.isolated) {
      Services.timetable.override(
        with: FixedTimetable([Departure(minute: 60, destination: "Lugano")])
      )

      #expect(BoardModel().next == "Lugano")
    }
  }
}
