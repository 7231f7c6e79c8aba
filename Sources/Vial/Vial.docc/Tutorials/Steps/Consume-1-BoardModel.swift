import Vial

@MainActor final class BoardModel {
  @Instance(Services.timetable) var timetable
}
