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
  static func complain(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Shows on standard error what is going on, in place of what was shown before, where a person
  /// looks.
  static func progress(_ text: String) {
    guard isatty(STDERR_FILENO) != 0 else { return }
    write("\r\u{1B}[K\(text)", to: STDERR_FILENO)
  }

  static func end(_ status: Int32) -> Never { exit(status) }

  /// How many bytes of the heap are in use, the allocator's headers included; `nil` where the C
  /// library does not say.
  static func heapInUse() -> Int? {
    #if canImport(Glibc)
    typealias Writer = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let symbol = dlsym(nil, "malloc_info") else { return nil }
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let stream = open_memstream(&text, &size) else { return nil }
    // glibc declares `int malloc_info(int, FILE *)`, which Swift's module of it leaves out.
    _ = unsafeBitCast(symbol, to: Writer.self)(0, stream)
    fclose(stream)
    defer { free(text) }
    guard let text else { return nil }
    // What stands at the end, after what each arena has, is of all arenas.
    let report = String(cString: text)
    var sums: [Substring: Int] = [:]
    for line in report.split(separator: "\n") {
      let words = line.split(separator: "\"")
      if words.count > 2, let bytes = Int(words[words.endIndex - 2]) { sums[words[1]] = bytes }
    }
    guard let current = sums["current"], let rest = sums["rest"] else { return nil }
    return current + (sums["mmap"] ?? 0) - rest - (sums["fast"] ?? 0)
    #else
    return nil
    #endif
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
