#if os(macOS) || os(Linux)
import Foundation
import Testing

/// The executable, with launch arguments, standard output and standard error.
struct CommandProcessTests {
  @Test func frozenClockShowsAFixedInstant() throws {
    let result = try run("-frozen-clock", "Zurich")

    #expect(
      result.output == """
        City    Identifier     Time      Day         UTC
        Zurich  Europe/Zurich  01:59:30  Sun 29 Mar  +01:00

        """
    )
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test func instantOfTheCommandLineOverridesTheFrozenClock() throws {
    let result = try run("-frozen-clock", "--at", "2026-03-29T01:00:00Z", "Zurich")

    #expect(result.output.contains("03:00:00"))
    #expect(result.status == 0)
  }

  @Test func traceOnStandardErrorHasDependenciesBelowTheirInstance() throws {
    let result = try run("--trace", "--at", "2026-03-29T00:59:30Z", "zurich", "Zurch")

    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(result.output.contains("Zurich  Europe/Zurich  01:59:30  Sun 29 Mar  +01:00\n"))
    let override = try #require(lines.first { $0.hasPrefix("any WallClock (WorldClockLive/") })
    #expect(override.contains("overridden at WorldClock/Composition.swift:"))
    let formatter = try #require(
      lines.firstIndex { $0.hasPrefix("built LocalizedTimeFormatter for any TimeFormatter (") }
    )
    #expect(
      lines[formatter + 1].hasPrefix(
        "  built LocalizedTimeFormatter for any TimeFormatter[en_GB] ("
      )
    )
    #expect(lines.contains("cleared table"))
    #expect(lines.last == "WorldClock: no city is named \"Zurch\"; nearest names: Zurich")
    #expect(result.status == 64)
  }

  @Test func commandWithoutTraceWritesNothingToStandardError() throws {
    #expect(try run("Zurich", "Tokyo").errors == "")
  }

  private struct Result {
    let output: String
    let errors: String
    let status: Int32
  }

  private func run(_ arguments: String...) throws -> Result {
    let process = Process()
    process.executableURL = try Self.command
    process.arguments = arguments
    // The command writes less than a pipe can hold, so one pipe can be read after the other.
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let outputData = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorData = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      output: String(decoding: outputData, as: UTF8.self),
      errors: String(decoding: errorData, as: UTF8.self),
      status: process.terminationStatus
    )
  }

  /// The executable of the command, in the folder of the test bundle.
  private static var command: URL {
    get throws {
      let tests = try #require(
        CommandLine.arguments.first { $0.hasSuffix(".xctest") || $0.contains(".xctest/") }
      )
      var folder = URL(fileURLWithPath: tests)
      while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
      return folder.appendingPathComponent("WorldClock")
    }
  }
}
#endif
