/// A city that is in no time zone's name, with the names that look most like it.
public struct UnknownCity: Equatable {
  /// The name that was asked for.
  public let name: String

  /// The nearest names there are, best first; empty only when there are no names at all.
  public let suggestions: [String]

  init(_ name: String, among names: [String]) {
    self.name = name
    suggestions = names.nearest(to: name)
  }

  /// One line that tells what is wrong and what may have been meant.
  public var message: String {
    let suggestion =
      suggestions.isEmpty
      ? "the time zone database is empty"
      : "nearest names: \(suggestions.joined(separator: ", "))"
    return "no city is named \(name.debugDescription); \(suggestion)"
  }
}
