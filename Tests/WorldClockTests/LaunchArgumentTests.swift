#if os(macOS) || os(Linux)
import Foundation
import Testing

/// Starts the command as a UI test starts an application: in a process, with a launch argument.
struct LaunchArgumentTests {
  @Test func aFrozenClockStandsStill() async throws {
    let output = try run("-frozen-clock", "Zurich")

    #expect(
      output == """
        City    Identifier     Time      Day         UTC
        Zurich  Europe/Zurich  01:59:30  Sun 29 Mar  +01:00

        """
    )
  }

  @Test func anInstantOfTheCommandLineWins() async throws {
    let output = try run("-frozen-clock", "--at", "2026-03-29T01:00:00Z", "Zurich")

    #expect(output.contains("03:00:00"))
  }

  private func run(_ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = try Self.command
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  /// The command, which is built beside the tests.
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
