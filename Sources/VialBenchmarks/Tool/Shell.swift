#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the tool asks of the system: other processes, its streams, its end.
enum Shell {
  /// This program, as a shell's word.
  static var program: String {
    "'" + CommandLine.arguments[0].replacing("'", with: #"'\''"#) + "'"
  }

  /// The lines that a shell command prints, or `nil` when it fails.
  static func lines(_ command: String) -> [String]? {
    fflush(nil)
    guard let pipe = popen(command, "r") else { return nil }
    var text = ""
    var buffer = [CChar](repeating: 0, count: 4_096)
    while let line = fgets(&buffer, Int32(buffer.count), pipe) { text += String(cString: line) }
    guard pclose(pipe) == 0 else { return nil }
    return text.split(separator: "\n").map(String.init)
  }

  /// Whether the shell finds a command.
  static func has(_ command: String) -> Bool { lines("command -v \(command)") != nil }

  /// Writes to standard error.
  static func complain(_ text: String) {
    fflush(nil)
    write(text, to: STDERR_FILENO)
  }

  /// Shows on standard error what is going on, in place of what was shown before, where a person
  /// looks.
  static func progress(_ text: String) {
    guard isatty(STDERR_FILENO) != 0 else { return }
    write("\r\u{1B}[K\(text)", to: STDERR_FILENO)
  }

  static func end(_ status: Int32) -> Never { exit(status) }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      #if canImport(Glibc)
      _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
      _ = Musl.write(descriptor, bytes.baseAddress, bytes.count)
      #else
      _ = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}
