import Vial

final class LiveTimetable: Timetable {
  let clock: any WallClock

  init(clock: any WallClock) {
    self.clock = clock
  }

  func departures() -> [Departure] {
    let day = [
      Departure(minute: 485, destination: "Basel"),
      Departure(minute: 545, destination: "Bern"),
      Departure(minute: 605, destination: "Geneva"),
    ]
    return day.filter { $0.minute >= clock.minute }
  }
}

extension Services {
  static let timetable = Injection<any Timetable>(
    strategy: .shared,
    instance: LiveTimetable(clock: clock.resolve())
  )
}
