/// A city that is in no time zone's name, with the names that look most like it.
public struct UnknownCity: Equatable {
  /// The name that was asked for.
  public let name: String

  /// The nearest names there are, best first; empty only when there are no names at all.
  public let suggestions: [String]

  /// One line that tells what is wrong and what may have been meant.
  public let message: String

  init(_ name: String, among names: [String]) {
    self.name = name
    suggestions = names.nearest(to: name)
    let list = suggestions.joined(separator: ", ")
    let hint = list.isEmpty ? "the time zone database is empty" : "nearest names: \(list)"
    message = "no city is named \(name.debugDescription); \(hint)"
  }

  /// Tells of a city whose words were asked for one by one.
  init(split name: String) {
    self.name = name
    suggestions = []
    message = "\(name.debugDescription) is one city: write it in quotes"
  }
}
