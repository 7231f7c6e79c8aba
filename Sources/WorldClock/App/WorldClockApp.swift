import Foundation
import WorldClockFeature

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
    exit(run(CommandLine.arguments.dropFirst(), output: &output, errors: &errors))
  }

  /// Does everything but ending the process, so that tests can do it too.
  ///
  /// - Returns: The exit status.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public static func run(
    _ words: some Sequence<String>,
    output: inout some TextOutputStream,
    errors: inout some TextOutputStream
  ) -> Int32 {
    do {
      let arguments = try Arguments(words)
      if arguments.wantsHelp {
        output.write(Arguments.help)
        return EXIT_SUCCESS
      }
      Composition.compose(arguments)
      return show(arguments.cities, output: &output, errors: &errors)
    } catch {
      errors.write("WorldClock: \(error.message)\n")
      return usageError
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private static func show(
    _ cities: [String],
    output: inout some TextOutputStream,
    errors: inout some TextOutputStream
  ) -> Int32 {
    let model = WorldClockModel()
    model.show(cities.isEmpty ? WorldClockModel.wellKnownCities : cities)
    if !model.cityTimes.isEmpty {
      output.write(TextTable(model.cityTimes).text)
    }
    for city in model.unknownCities {
      errors.write("WorldClock: \(city.message)\n")
    }
    return model.unknownCities.isEmpty ? EXIT_SUCCESS : usageError
  }
}
