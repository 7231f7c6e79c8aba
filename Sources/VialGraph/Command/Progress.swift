import Foundation

/// Lines about a run on standard error.
final class Progress {
  private var last = Date()

  /// Prints a line at most once a second, after the first second.
  func report(_ line: String) {
    guard last.timeIntervalSinceNow < -1 else { return }
    last = Date()
    Self.print(line)
  }

  /// Prints a message of the tool.
  static func print(_ message: String) { write("vial-graph: \(message)") }

  /// Prints a line.
  static func write(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }

  /// Prints a line about some files, if there are any.
  static func print(_ files: [String], _ message: String) {
    let others = files.count > 1 ? " and \(files.count - 1) more are" : " is"
    if let first = files.first { print("\(first)\(others) \(message)") }
  }
}
