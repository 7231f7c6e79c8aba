struct Departure {
  var minute: Int
  var destination: String
}

protocol Timetable: AnyObject {
  func departures() -> [Departure]
}
