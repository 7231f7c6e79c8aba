import Foundation
import Vial
import VialInspection
import WorldClockFeature
import WorldClockLive

/// The command `WorldClock`, which parses its arguments, composes the application and prints a table.
@main
@MainActor
public enum WorldClockApp {
  /// The exit status for an invalid command line, `EX_USAGE` in `sysexits.h`.
  static let usageError: Int32 = 64

  /// Runs the command and exits with its status.
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

  /// Runs the command without exiting, so that tests can call this method.
  ///
  /// - Parameters:
  ///   - words: The command line without the name of the command.
  ///   - output: The stream for the table, the graph or the profile.
  ///   - errors: The stream for messages.
  ///   - seal: A closure that runs after the application is composed.
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
      let trace = arguments.wantsTrace ? Injections.trace() : nil
      defer { trace?.cancel() }
      Composition.compose(arguments)
      seal()
      let text = try show(arguments, in: model)
      output.write(text)
      for city in model.unknownCities {
        errors.write("WorldClock: \(city.message)\n")
      }
      return model.unknownCities.isEmpty ? EXIT_SUCCESS : usageError
    } catch let error as ArgumentError {
      errors.write("WorldClock: \(error.message)\n")
      return usageError
    } catch {
      errors.write("WorldClock: \(error)\n")
      return EXIT_FAILURE
    }
  }

  /// Updates the model with the cities of the command line.
  ///
  /// - Returns: The table of the cities, or the graph or the profile of the injections that were resolved for it.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private static func show(_ arguments: Arguments, in model: WorldClockModel) throws -> String {
    defer { tableScope.clear() }
    if let format = arguments.graph {
      return InjectionGraph.record { model.show(arguments.cities) }.text(in: format)
    }
    if arguments.wantsProfile {
      let profile = Injections.profile { model.show(arguments.cities) }
      return String(decoding: try JSONEncoder().encode(profile), as: UTF8.self) + "\n"
    }
    model.show(arguments.cities)
    return model.cityTimes.isEmpty ? "" : TextTable(model.cityTimes).text
  }
}
