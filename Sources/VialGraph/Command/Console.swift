import Foundation

/// The output of the tool, and messages on standard error.
final class Console {
  private var last = Date()

  /// Prints a message about progress at most once a second, after the first second.
  func report(_ progress: String) {
    guard last.timeIntervalSinceNow < -1 else { return }
    last = Date()
    Self.print(progress)
  }

  /// Prints output at once, so that messages about it come later.
  static func output(_ text: String) throws(ToolError) {
    let isWritten = (try? FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))) != nil
    if !isWritten { throw ToolError("the output cannot be written") }
  }

  /// Prints a message of the tool.
  static func print(_ message: String) { write("vial-graph: \(message)") }

  /// Prints a line.
  static func write(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
