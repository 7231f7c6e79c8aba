import Testing
import Vial
import VialTesting

@testable import Station

@MainActor struct BoardModelTests {
  @Test(.overrideScope) func showsTheNextDeparture() {
    Services.timetable.override(
      with: FixedTimetable([Departure(minute: 60, destination: "Lugano")])
    )

    #expect(BoardModel().next == "Lugano")
  }
}
