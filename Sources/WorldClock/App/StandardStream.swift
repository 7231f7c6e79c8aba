import Foundation

/// Standard output or standard error as a text output stream.
struct StandardStream: TextOutputStream {
  static var output: StandardStream { StandardStream(file: .standardOutput) }
  static var errors: StandardStream { StandardStream(file: .standardError) }

  let file: FileHandle

  func write(_ text: String) {
    // An error is ignored, because it means that the reader has closed the stream.
    try? file.write(contentsOf: Data(text.utf8))
  }
}
