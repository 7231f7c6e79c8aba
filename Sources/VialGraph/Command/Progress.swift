import Foundation

/// Lines about the progress of a long run on standard error.
final class Progress {
  private let start = Date()
  private var last = Date()

  /// Prints a line, unless the run has taken less than a second or the last line is recent.
  func report(_ line: String) {
    let now = Date()
    guard now.timeIntervalSince(start) > 1, now.timeIntervalSince(last) > 1 else { return }
    last = now
    Self.print(line)
  }

  /// Prints a line of the tool on standard error.
  static func print(_ line: String) {
    FileHandle.standardError.write(Data("vial-graph: \(line)\n".utf8))
  }
}
