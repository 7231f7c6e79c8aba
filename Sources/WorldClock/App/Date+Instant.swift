public import Foundation

extension Date {
  static let exampleOfInstant = "2026-03-29T00:59:30Z"

  /// The instant that a text such as `2026-03-29T00:59:30Z` names, if it names one.
  ///
  /// Foundation's parser takes 30 February for 2 March and overlooks what follows the `Z`. Whoever
  /// asks for a time that does not exist should hear of it, so the instant must read as it was
  /// written.
  public init?(instant text: String) {
    guard let date = try? Date(text, strategy: .iso8601), date.formatted(.iso8601) == text else {
      return nil
    }
    self = date
  }
}
