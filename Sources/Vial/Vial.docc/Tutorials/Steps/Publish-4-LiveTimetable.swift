import Vial

final class LiveTimetable: Timetable {
  func departures() -> [Departure] {
    [
      Departure(minute: 485, destination: "Basel"),
      Departure(minute: 545, destination: "Bern"),
      Departure(minute: 605, destination: "Geneva"),
    ]
  }
}

extension Services {
  static let timetable = Injection<any Timetable>(
    strategy: .shared,
    instance: LiveTimetable()
  )
}
