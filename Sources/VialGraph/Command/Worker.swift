import Foundation

/// A child process that does the work of the tool, because `libIndexStore` ends its process if a store is damaged.
enum Worker {
  /// The first argument of the child process.
  static let argument = "--in-process"

  /// Runs the work in a thread whose stack is large enough for recursive functions that follow a deep graph.
  ///
  /// A child of Foundation does not get the signals of its terminal, so the process also ends when its parent has ended.
  static func run(_ work: @escaping @Sendable () -> Int32) -> Never {
    let thread = Thread { exit(work()) }
    thread.stackSize = 1 << 29
    thread.start()
    let parent = getppid()
    while getppid() == parent { sleep(1) }
    exit(EXIT_FAILURE)
  }

  /// Runs the tool with some arguments in a child process, and returns its exit status.
  static func launch(_ arguments: [String]) throws(ToolError) -> Int32 {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [argument] + arguments
    // A backtrace of the library would bury the message.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    guard (try? process.run()) != nil else { throw ToolError("\(CommandLine.arguments[0]) cannot be run") }
    process.waitUntilExit()
    let status = process.terminationStatus
    if process.terminationReason == .exit { return status }
    // The reader of the output stopped reading.
    if status == SIGPIPE { return 128 + SIGPIPE }
    let cause = "which a damaged index store can cause: run `swift package clean` and `swift build`"
    throw ToolError("libIndexStore or the tool stopped with signal \(status), \(cause)")
  }
}
