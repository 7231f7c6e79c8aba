import Foundation
import Vial
import WorldClockFeature
import WorldClockLive

/// The command `WorldClock`: reads its arguments, composes the application, prints a table.
@main
@MainActor
public enum WorldClockApp {
  /// The exit status for a command line that cannot be carried out, as in `sysexits.h`.
  static let usageError: Int32 = 64

  /// Starts the command.
  public static func main() {
    var output = StandardStream.output
    var errors = StandardStream.errors
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else {
      errors.write("WorldClock: needs macOS 14, for its Observation framework\n")
      exit(EXIT_FAILURE)
    }
    let words = CommandLine.arguments.dropFirst()
    exit(run(words, output: &output, errors: &errors) { Overrides.seal() })
  }

  /// Does everything but ending the process, so that tests can do it too.
  ///
  /// - Parameters:
  ///   - words: The command line without the name of the command.
  ///   - output: Where the table or the graph goes.
  ///   - errors: Where everything else goes.
  ///   - seal: Runs once the application is composed.
  /// - Returns: The exit status.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public static func run(
    _ words: some Sequence<String>,
    output: inout some TextOutputStream,
    errors: inout some TextOutputStream,
    seal: () -> Void = {}
  ) -> Int32 {
    do {
      let arguments = try Arguments(words)
      if arguments.wantsHelp {
        output.write(Arguments.help)
        return EXIT_SUCCESS
      }
      let model = WorldClockModel()
      let text = tracing(arguments.wantsTrace, to: &errors) {
        Composition.compose(arguments)
        seal()
        return show(arguments, in: model)
      }
      output.write(text)
      for city in model.unknownCities {
        errors.write("WorldClock: \(city.message)\n")
      }
      return model.unknownCities.isEmpty ? EXIT_SUCCESS : usageError
    } catch {
      errors.write("WorldClock: \(error.message)\n")
      return usageError
    }
  }

  /// Lets the model show the cities.
  ///
  /// - Returns: Their table, or the graph of what was injected for it.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private static func show(_ arguments: Arguments, in model: WorldClockModel) -> String {
    defer { tableScope.clear() }
    if let format = arguments.graph {
      return InjectionGraph.record { model.show(arguments.cities) }.text(in: format)
    }
    model.show(arguments.cities)
    return model.cityTimes.isEmpty ? "" : TextTable(model.cityTimes).text
  }
}
