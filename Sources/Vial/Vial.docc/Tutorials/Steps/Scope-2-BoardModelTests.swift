import Testing
import Vial
import VialTesting

@testable import Station

@Suite(
  .overrideScope {
    Services.timetable.override(
      with: FixedTimetable([Departure(minute: 60, destination: "Lugano")])
    )
  }
)
@MainActor struct BoardModelTests {
  @Test func showsTheNextDeparture() {
    #expect(BoardModel().next == "Lugano")
  }

  @Test func showsThatTheDayIsOver() {
    Services.timetable.override(with: FixedTimetable([]))

    #expect(BoardModel().next == "No more trains")
  }
}
