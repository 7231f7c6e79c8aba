import Foundation

/// What the command line asks for.
struct Arguments: Equatable {
  static let help = """
    Shows what time it is in the cities of the world.

    Usage: WorldClock [--at <instant>] [<city> ...]

      <city>          The last part of a time zone's identifier, in any case, with or without
                      accents, such as Zurich or "New York"; a few well-known cities when left out.
      --at <instant>  Shows the time at an instant in UTC, such as \(Date.exampleOfInstant).
      -h, --help      Shows this help.

    """

  var cities: [String] = []
  var instant: Date?
  var wantsHelp = false

  init(_ words: some Sequence<String>) throws(ArgumentError) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "-h", "--help":
        wantsHelp = true
      case "--at":
        guard let text = words.next() else { throw .missingInstant }
        guard let instant = Date(instant: text) else { throw .malformedInstant(text) }
        self.instant = instant
      case _ where word.hasPrefix("-"):
        throw .unknownOption(word)
      default:
        cities.append(word)
      }
    }
  }
}

/// Why a command line cannot be understood.
enum ArgumentError: Error, Equatable {
  case missingInstant
  case malformedInstant(String)
  case unknownOption(String)

  /// One line that tells what is wrong and what to write instead.
  var message: String {
    switch self {
    case .missingInstant:
      "--at needs an instant in UTC, such as \(Date.exampleOfInstant)"
    case .malformedInstant(let text):
      "\(text.debugDescription) is not an instant in UTC, such as \(Date.exampleOfInstant)"
    case .unknownOption(let option):
      "there is no option \(option.debugDescription); --help lists those there are"
    }
  }
}
