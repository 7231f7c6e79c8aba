import Foundation

/// Messages on standard error.
final class Console {
  private var last = Date()

  /// Prints a message about progress at most once a second, after the first second.
  func report(_ progress: String) {
    guard last.timeIntervalSinceNow < -1 else { return }
    last = Date()
    Self.print(progress)
  }

  /// Prints a message of the tool.
  static func print(_ message: String) { write("vial-graph: \(message)") }

  /// Prints a line below the output so far.
  static func write(_ line: String) {
    fflush(nil)
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
