import Foundation

/// Lines about a run on standard error.
final class Progress {
  private let start = Date()
  private var last = Date()

  /// Prints a line, unless the run has taken less than a second or the last line is recent.
  func report(_ line: String) {
    guard start.timeIntervalSinceNow < -1, last.timeIntervalSinceNow < -1 else { return }
    last = Date()
    Self.print(line)
  }

  /// Prints a line of the tool.
  static func print(_ line: String) { FileHandle.standardError.write(Data("vial-graph: \(line)\n".utf8)) }

  /// Prints a line about some files, if there are any.
  static func print(_ files: [String], _ message: String) {
    guard let first = files.first else { return }
    print("\(first)\(files.count > 1 ? " and \(files.count - 1) other files are" : " is") \(message)")
  }
}
