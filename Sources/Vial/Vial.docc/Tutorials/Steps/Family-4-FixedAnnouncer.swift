@testable import Station

final class FixedAnnouncer: Announcer {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  func announce(_ text: String) -> String { "\(name): \(text)" }
}
