/// A stream that a test reads after a trace or a report has written to it.
final class ReportOutput: TextOutputStream {
  var text = ""

  var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// The text without the digits of durations.
  var textWithoutDurations: String { text.replacing(/\d+\.\d{6} s/, with: "… s") }

  func write(_ string: String) { text += string }
}
