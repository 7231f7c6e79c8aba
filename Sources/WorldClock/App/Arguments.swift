public import Foundation
public import WorldClockInterface

/// What the command line asks for.
public struct Arguments: Equatable {
  /// What `--help` prints.
  public static let help = """
    Shows what time it is in the cities of the world.

    Usage: WorldClock [<option> ...] [<city> ...]

      <city>             The last part of a time zone's identifier, in any case, with or without
                         accents, such as Zurich or "New York"; a few well-known cities when left
                         out.
      --at <instant>     Shows the time at an instant in UTC, such as \(Date.exampleOfInstant).
      --locale <locale>  Writes times and days as in a language and a region, such as de_CH.
      --trace            Tells on standard error what is injected, as it happens.
      --graph <format>   Shows no times but who needed which injection, in the language of mermaid
                         or of Graphviz: mermaid or dot.
      -h, --help         Shows this help.

    """

  /// The names of the cities, as they were written.
  public private(set) var cities: [String] = []

  /// The instant to show instead of the present.
  public private(set) var instant: Date?

  /// The locale to write for instead of British English.
  public private(set) var locale: LocaleIdentifier?

  /// Whether to tell what is injected.
  public private(set) var wantsTrace = false

  /// In which language to show the graph of injections instead of the times.
  public private(set) var graph: GraphFormat?

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
      case "--locale":
        guard let text = words.next() else { throw .missingLocale }
        guard let locale = LocaleIdentifier(text) else { throw .unknownLocale(text) }
        self.locale = locale
      case "--trace":
        wantsTrace = true
      case "--graph":
        guard let text = words.next() else { throw .missingGraph }
        guard let graph = GraphFormat(rawValue: text) else { throw .unknownGraph(text) }
        self.graph = graph
      case _ where word.hasPrefix("-"):
        throw .unknownOption(word)
      default:
        cities.append(word)
      }
    }
  }
}

/// A language that graphs are written in.
public enum GraphFormat: String, Sendable {
  /// Mermaid's flowcharts.
  case mermaid

  /// Graphviz's.
  case dot
}

/// Why a command line cannot be understood.
public enum ArgumentError: Error, Equatable {
  /// `--at` is the last word.
  case missingInstant

  /// What follows `--at` is no instant.
  case malformedInstant(String)

  /// `--locale` is the last word.
  case missingLocale

  /// What follows `--locale` names no locale.
  case unknownLocale(String)

  /// `--graph` is the last word.
  case missingGraph

  /// What follows `--graph` is no language of graphs.
  case unknownGraph(String)

  /// A word begins like an option and is none.
  case unknownOption(String)

  /// One line that tells what is wrong and what to write instead.
  public var message: String {
    switch self {
    case .missingInstant:
      "--at needs an instant in UTC, such as \(Date.exampleOfInstant)"
    case .malformedInstant(let text):
      "\(text.debugDescription) is not an instant in UTC, such as \(Date.exampleOfInstant)"
    case .missingLocale:
      "--locale needs the identifier of a locale, such as de_CH"
    case .unknownLocale(let text):
      "\(text.debugDescription) is not the identifier of a locale, such as de_CH"
    case .missingGraph:
      "--graph needs mermaid or dot"
    case .unknownGraph(let text):
      "\(text.debugDescription) is neither mermaid nor dot"
    case .unknownOption(let option):
      "there is no option \(option.debugDescription); --help lists those there are"
    }
  }
}
