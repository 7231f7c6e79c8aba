public import Foundation

extension Date {
  static let exampleOfInstant = "2026-03-29T00:59:30Z"

  /// Parses an instant such as `2026-03-29T00:59:30Z`, and returns `nil` if the text is invalid.
  ///
  /// Foundation's parser reads 30 February as 2 March and ignores characters after the `Z`. To
  /// reject such texts, the initializer formats the parsed instant and compares the result with the
  /// text.
  public init?(instant text: String) {
    guard let date = try? Date(text, strategy: .iso8601), date.formatted(.iso8601) == text else {
      return nil
    }
    self = date
  }
}
