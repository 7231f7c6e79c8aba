import Testing
import Vial
import VialTesting

@testable import Station

@Suite(
  .overrideScope {
    Services.timetable.override(
      with: FixedTimetable([Departure(minute: 60, destination: "Lugano")])
    )
    Services.announcers.override(with: { place in FixedAnnouncer("\(place)") })
  }
)
@MainActor struct AnnouncementModelTests {
  @Test func eachPlaceHasItsAnnouncer() {
    #expect(AnnouncementModel().announceNext() == ["hall: Lugano", "platform: Lugano"])
  }

  @Test func onePlaceHasAnotherAnnouncer() {
    Services.announcers[.platform].override(with: FixedAnnouncer("Ada"))

    #expect(AnnouncementModel().announceNext() == ["hall: Lugano", "Ada: Lugano"])
  }
}
