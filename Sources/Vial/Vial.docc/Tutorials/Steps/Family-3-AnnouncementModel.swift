import Vial

@MainActor final class AnnouncementModel {
  @Instance(Services.timetable) var timetable
  @Instance(Services.announcers[.hall]) var hall
  @Instance(Services.announcers[.platform]) var platform

  func announceNext() -> [String] {
    let next = timetable.departures().first?.destination ?? "No more trains"
    return [hall.announce(next), platform.announce(next)]
  }
}
