import Foundation

/// The standard output of the tool, and its messages on standard error.
final class Console {
  private var last = Date()

  /// Prints progress to standard error, at most once a second, after the first second.
  func report(_ progress: String) {
    guard last.timeIntervalSinceNow < -1 else { return }
    last = Date()
    Self.note(progress)
  }

  /// Prints text to standard output at once, so that messages about it come later.
  static func print(_ text: String) throws(ToolError) {
    let isWritten = (try? FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))) != nil
    if !isWritten { throw ToolError("the output cannot be written") }
  }

  /// Prints a message of the tool to standard error.
  static func note(_ message: String) {
    FileHandle.standardError.write(Data("vial-graph: \(message)\n".utf8))
  }
}

/// A reason why the tool cannot do its work, in a sentence for standard error.
struct ToolError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
