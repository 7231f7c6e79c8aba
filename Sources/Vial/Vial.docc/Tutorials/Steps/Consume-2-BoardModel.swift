import Vial

@MainActor final class BoardModel {
  @Instance(Services.timetable) var timetable

  var next: String {
    timetable.departures().first?.destination ?? "No more trains"
  }
}
