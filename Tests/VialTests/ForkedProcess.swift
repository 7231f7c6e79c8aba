import Foundation

/// A copy of the process of an exit test, which runs one of many cases.
///
/// A copy costs a fraction of a separate process, so one exit test runs many cases.
enum ForkedProcess {
  struct Result {
    /// Whether the body returned.
    let hasReturned: Bool
    let standardError: String

    /// Whether a sanitizer has reported something.
    var hasReport: Bool { standardError.contains("Sanitizer") }
  }

  /// Runs a body in a copy of the current process, and returns when the copy has exited.
  static func run(_ body: () -> Void) -> Result {
    var ends: [CInt] = [0, 0]
    precondition(pipe(&ends) == 0, "The pipe of a process was not created.")
    let process = fork()
    precondition(process >= 0, "The process was not copied.")
    if process == 0 {
      dup2(ends[1], STDERR_FILENO)
      body()
      _exit(0)
    }
    close(ends[1])
    let text = String(decoding: bytes(from: ends[0]), as: UTF8.self)
    close(ends[0])
    var status: CInt = 0
    waitpid(process, &status, 0)
    return Result(hasReturned: status == 0, standardError: text)
  }

  /// Swift's modules of the C libraries do not export `fork`, because most programs must not call it.
  private static func fork() -> CInt {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "fork") else { return -1 }
    return unsafeBitCast(symbol, to: (@convention(c) () -> CInt).self)()
  }

  private static func bytes(from descriptor: CInt) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return all }
      all += buffer.prefix(count)
    }
  }
}
