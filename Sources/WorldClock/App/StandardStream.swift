import Foundation

/// Standard output or standard error, as something to write to.
struct StandardStream: TextOutputStream {
  static var output: StandardStream { StandardStream(file: .standardOutput) }
  static var errors: StandardStream { StandardStream(file: .standardError) }

  let file: FileHandle

  func write(_ text: String) {
    // Nobody is left to tell when the reader has gone.
    try? file.write(contentsOf: Data(text.utf8))
  }
}
