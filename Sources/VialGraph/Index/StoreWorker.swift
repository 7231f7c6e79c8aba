import Foundation

/// A child process that reads an index store, because `libIndexStore` ends its process if a store is damaged.
enum StoreWorker {
  /// The first argument of the child process.
  static let argument = "--in-process"

  /// Runs the tool with some arguments in a child process, and returns its exit status.
  static func launch(_ arguments: [String]) throws(ToolError) -> Int32 {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [argument] + arguments
    // A backtrace of the library would bury the message.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    guard (try? process.run()) != nil else { throw ToolError("\(CommandLine.arguments[0]) cannot be run") }
    process.waitUntilExit()
    if process.terminationReason == .exit { return process.terminationStatus }
    let reason = "libIndexStore stopped with signal \(process.terminationStatus)"
    throw ToolError("the index store is damaged: \(reason). Run `swift package clean` and `swift build`")
  }
}
