import Foundation

/// The command `vial-graph`, which does its work in a child process.
@main enum VialGraphCommand {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == Worker.argument {
      Worker.run { status { () throws(ToolError) in try Command(Options(arguments.dropFirst())).run() } }
    }
    exit(status { () throws(ToolError) in try Worker.launch(arguments) })
  }

  /// Runs work, and returns its exit status, or another one if the work cannot be done.
  private static func status(of work: () throws(ToolError) -> Int32) -> Int32 {
    do {
      return try work()
    } catch {
      Console.note(error.message)
      return Command.failure
    }
  }
}
