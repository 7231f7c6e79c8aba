import Vial

protocol Announcer: AnyObject {
  func announce(_ text: String) -> String
}

final class LiveAnnouncer: Announcer {
  let place: Place

  init(place: Place) {
    self.place = place
  }

  func announce(_ text: String) -> String { "In the \(place): \(text)" }
}

extension Services {
  static let announcers = InjectionFamily<Place, any Announcer>(strategy: .shared) { place in
    LiveAnnouncer(place: place)
  }
}
