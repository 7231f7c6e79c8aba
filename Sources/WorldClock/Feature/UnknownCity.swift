/// A city name that was not found, with the most similar known names.
public struct UnknownCity: Equatable {
  /// The name that was not found.
  public let name: String

  /// The most similar names, nearest first; empty only if no names are known.
  public let suggestions: [String]

  /// A line that describes the mistake and suggests a correction.
  public let message: String

  init(_ name: String, among names: [String]) {
    self.name = name
    suggestions = names.nearest(to: name)
    let list = suggestions.joined(separator: ", ")
    let hint = list.isEmpty ? "the time zone database is empty" : "nearest names: \(list)"
    message = "no city is named \(name.debugDescription); \(hint)"
  }

  /// Creates an unknown city for a name that was passed as separate words, without quotes.
  init(split name: String) {
    self.name = name
    suggestions = []
    message = "\(name.debugDescription) is one city: write it in quotes"
  }
}
