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

    What is injected for a table, as it happens, and as a picture, with Graphviz:

      WorldClock --trace Zurich
      WorldClock --graph dot Zurich | dot -Tsvg > graph.svg

    For UI tests: -frozen-clock stops the clock at \(Date.exampleOfInstant); -offline and -in-memory
    matter to windows alone.

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
        let example = "an instant in UTC, such as \(Date.exampleOfInstant)"
        instant = try value(of: word, from: words.next(), example, Date.init(instant:))
      case "--locale":
        let example = "the identifier of a locale, such as de_CH"
        locale = try value(of: word, from: words.next(), example, LocaleIdentifier.init)
      case "--trace":
        wantsTrace = true
      case "--graph":
        graph = try value(of: word, from: words.next(), "mermaid or dot", GraphFormat.init)
      case "-frozen-clock", "-offline", "-in-memory":
        break  // The injections that they are for look for them.
      case _ where word.hasPrefix("-"):
        throw ArgumentError(message: "there is no option \(word.debugDescription); see --help")
      default:
        cities.append(word)
      }
    }
  }
}

/// A language that graphs are written in.
public enum GraphFormat: String, Sendable {
  /// Mermaid's flowcharts, and Graphviz's.
  case mermaid, dot
}

private func value<Value>(
  of option: String,
  from text: String?,
  _ example: String,
  _ make: (String) -> Value?
) throws(ArgumentError) -> Value {
  guard let text else { throw ArgumentError(message: "\(option) needs \(example)") }
  if let value = make(text) { return value }
  throw ArgumentError(message: "\(text.debugDescription) is not \(example)")
}

/// Why a command line cannot be understood.
public struct ArgumentError: Error, Equatable {
  /// One line that tells what is wrong and what to write instead.
  public let message: String
}
