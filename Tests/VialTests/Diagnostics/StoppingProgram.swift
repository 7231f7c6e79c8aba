import Foundation

/// A program that stops, and the expected parts of its message.
///
/// Each program runs in a copy of the process of an exit test, so one exit test runs a table of programs.
@MainActor struct StoppingProgram {
  private let title: String
  private let beginning: String
  private let parts: [String]
  private let absentParts: [String]
  private let body: @MainActor () -> Void

  /// Creates a case of a table.
  ///
  /// - Parameters:
  ///   - title: The name of the case.
  ///   - beginning: The beginning of the message.
  ///   - parts: Texts that the message contains.
  ///   - absentParts: Texts that the message does not contain.
  ///   - body: The program.
  init(
    _ title: String,
    beginsWith beginning: String = "",
    contains parts: String...,
    lacks absentParts: [String] = [],
    _ body: @escaping @MainActor () -> Void
  ) {
    self.title = title
    self.beginning = beginning
    self.parts = parts
    self.absentParts = absentParts
    self.body = body
  }

  /// Runs programs, and writes those that return or stop with another message to standard error.
  static func writeFailures(of programs: [StoppingProgram]) {
    for failure in programs.compactMap(\.failure) { FileHandle.standardError.write(Data(failure.utf8)) }
  }

  private var failure: String? {
    let process = ForkedProcess.run { body() }
    let text = process.standardError
    if process.hasReturned { return "\(title): the program has returned.\n\(text)\n" }
    if !text.hasPrefix(beginning) { return "\(title): the message does not begin with:\n\(beginning)\n\(text)\n" }
    for part in parts + ["Fatal error: "] where !text.contains(part) {
      return "\(title): the message does not contain:\n\(part)\n\(text)\n"
    }
    for part in absentParts where text.contains(part) {
      return "\(title): the message contains:\n\(part)\n\(text)\n"
    }
    return nil
  }
}

extension ForkedProcess {
  /// Runs a program in a copy of the current process, and writes to standard error if it stops or writes something.
  static func writeFailure(of title: String, _ program: () -> Void) {
    let result = run(program)
    if result.hasReturned && result.standardError.isEmpty { return }
    FileHandle.standardError.write(Data("\(title): \(result.standardError)\n".utf8))
  }
}
