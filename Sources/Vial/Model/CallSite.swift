/// A line of source code, such as the one that published, overrode or provided something.
///
/// Messages, tokens and lists name call sites, so that you can open the line.
public struct CallSite: Sendable, CustomStringConvertible {
  package let file: StaticString
  let lineNumber: UInt32

  /// Whether the line is probably in a computed property; always `false` in release builds.
  let looksComputed: Bool

  /// Creates a call site; `function` is the value of `#function` at a publication.
  ///
  /// The value of `#function` is the name of the type for the initial value of a stored property, and the name of the
  /// module for a global. For functions and initializers it ends with a parenthesis.
  package nonisolated init(_ file: StaticString, _ line: UInt, publishedIn function: StaticString? = nil) {
    self.file = file
    lineNumber = UInt32(truncatingIfNeeded: line)
    #if DEBUG
    let name = function?.description ?? ""
    looksComputed =
      name.first?.isLowercase == true && !name.hasSuffix(")") && name != "deinit" && !"\(file)".hasPrefix("\(name)/")
    #else
    looksComputed = false
    #endif
  }

  /// The module and the file as `#fileID` spells them, such as `Weather/LiveWeather.swift`.
  public var fileID: String { file.description }

  /// The line in the file, counted from one.
  public var line: Int { Int(lineNumber) }

  /// The file and the line, such as `Weather/LiveWeather.swift:12`.
  public var description: String { text }

  @inline(never) private var text: String { fileID + ":" + String(lineNumber) }
}

// MARK: - Hashable

extension CallSite: Hashable {
  /// Returns whether two call sites name the same line of the same file.
  public static func == (lhs: CallSite, rhs: CallSite) -> Bool {
    lhs.lineNumber == rhs.lineNumber && lhs.fileID == rhs.fileID
  }

  /// Hashes the file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(lineNumber)
    hasher.combine(fileID)
  }
}
