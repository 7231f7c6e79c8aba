public import Foundation

/// What the command line asks for.
public struct Arguments: Equatable {
  /// What `--help` prints.
  public static let help = """
    Shows what time it is in the cities of the world.

    Usage: WorldClock [--at <instant>] [<city> ...]

      <city>          The last part of a time zone's identifier, in any case, with or without
                      accents, such as Zurich or "New York"; a few well-known cities when left out.
      --at <instant>  Shows the time at an instant in UTC, such as \(Date.exampleOfInstant).
      -h, --help      Shows this help.

    """

  /// The names of the cities, as they were written.
  public private(set) var cities: [String] = []

  /// The instant to show instead of the present.
  public private(set) var instant: Date?

  /// Whether to explain the command and do nothing else.
  public private(set) var wantsHelp = false

  /// Reads a command line without the name of the command.
  public init(_ words: some Sequence<String>) throws(ArgumentError) {
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
public enum ArgumentError: Error, Equatable {
  /// `--at` is the last word.
  case missingInstant

  /// What follows `--at` is no instant.
  case malformedInstant(String)

  /// A word begins like an option and is none.
  case unknownOption(String)

  /// One line that tells what is wrong and what to write instead.
  public var message: String {
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
