@testable import Station

final class FixedTimetable: Timetable {
  let all: [Departure]

  init(_ all: [Departure]) {
    self.all = all
  }

  func departures() -> [Departure] { all }
}
