public import Foundation
public import WorldClockInterface

/// The parsed arguments of the command line.
public struct Arguments: Equatable {
  /// The text that `--help` prints.
  public static let help = """
    Shows the time in the cities of the world.

    Usage: WorldClock [<option> ...] [<city> ...]

      <city>             The last part of a time zone's identifier, in any case, with or without
                         accents, such as Zurich or "New York". The default is a few well-known
                         cities.
      --at <instant>     Shows the time at an instant in UTC, such as \(Date.exampleOfInstant).
      --locale <locale>  Writes times and days as in a language and a region, such as de_CH.
      --trace            Writes each build, reuse and override to standard error.
      --graph <format>   Writes the dependency graph instead of the times: mermaid, or dot for
                         Graphviz.
      --profile          Writes what was built, and how long that took, instead of the times.
      -h, --help         Shows this help.

    A trace of the injections of a table, and a picture of their graph with Graphviz:

      WorldClock --trace Zurich
      WorldClock --graph dot Zurich | dot -Tsvg > graph.svg

    A run of the command on the graph of the package:

      WorldClock --profile Zurich > run.json
      vial-graph --run run.json

    For UI tests: -frozen-clock stops the clock at \(Date.exampleOfInstant); -offline and -in-memory
    have an effect on windows only.

    """

  /// The names of the cities, as the user wrote them.
  public private(set) var cities: [String] = []

  /// The instant to show instead of the present one.
  public private(set) var instant: Date?

  /// The locale for times and days, instead of British English.
  public private(set) var locale: LocaleIdentifier?

  /// Whether to trace injections on standard error.
  public private(set) var wantsTrace = false

  /// The format of the graph to print instead of the times, or `nil` to print the times.
  public private(set) var graph: GraphFormat?

  /// Whether to print a profile of the builds instead of the times.
  public private(set) var wantsProfile = false

  /// Whether to print the help only.
  public private(set) var wantsHelp = false

  /// Parses the words of a command line that follow the name of the command.
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
      case "--profile":
        wantsProfile = true
      case "-frozen-clock", "-offline", "-in-memory":
        break  // The contexts of the injections read these arguments from the process.
      case _ where word.hasPrefix("-"):
        throw ArgumentError(message: "there is no option \(word.debugDescription); see --help")
      default:
        cities.append(word)
      }
    }
  }
}

/// A text format for graphs.
public enum GraphFormat: String, Sendable {
  /// A Mermaid flowchart, or a Graphviz graph.
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

/// The reason why a command line is invalid.
public struct ArgumentError: Error, Equatable {
  /// A line that describes the mistake and the expected argument.
  public let message: String
}
