#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Access to other processes, the standard streams and the process status.
enum Shell {
  /// The path of this program, quoted for a shell command.
  static var program: String {
    "'" + CommandLine.arguments[0].replacing("'", with: #"'\''"#) + "'"
  }

  /// The resident memory of this process; `nil` on systems without `/proc`.
  static var residentBytes: Int? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    guard let line = fgets(&buffer, Int32(buffer.count), file) else { return nil }
    let fields = String(cString: line).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
  }

  /// Returns the lines that a shell command prints, or `nil` if the command fails.
  static func lines(_ command: String) -> [String]? {
    fflush(nil)
    guard let pipe = popen(command, "r") else { return nil }
    var text = ""
    var buffer = [CChar](repeating: 0, count: 4_096)
    while let line = fgets(&buffer, Int32(buffer.count), pipe) { text += String(cString: line) }
    guard pclose(pipe) == 0 else { return nil }
    return text.split(separator: "\n").map(String.init)
  }

  /// Returns whether a command is installed.
  static func has(_ command: String) -> Bool { lines("command -v \(command)") != nil }

  /// Writes to standard error.
  static func printError(_ text: String) {
    fflush(nil)
    write(text, to: STDERR_FILENO)
  }

  /// Replaces the progress line on standard error, if that is a terminal.
  static func printProgress(_ text: String) {
    guard isatty(STDERR_FILENO) != 0 else { return }
    write("\r\u{1B}[K\(text)", to: STDERR_FILENO)
  }

  static func exit(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }

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
