import Vial

/// A line of source code at which a test library can report an issue.
struct CallLocation: Sendable {
  let fileID: String
  let filePath: String
  let line: Int
  let column: Int

  /// The path as a literal, which XCTest requires; `nil` if the path is known at run time only.
  let literalPath: StaticString?

  static let unknown = CallLocation(fileID: "Unknown/Unknown.swift", filePath: "Unknown.swift", line: 1)

  init(fileID: String, filePath: String, line: Int, column: Int = 1) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
    literalPath = nil
  }

  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt = 1) {
    self.fileID = fileID.description
    self.filePath = filePath.description
    self.line = Int(line)
    self.column = Int(column)
    literalPath = filePath
  }

  /// The line of an injection, a consumer or an override, whose path is unknown.
  init(_ callSite: CallSite) {
    self.init(fileID: callSite.file, filePath: callSite.file, line: UInt(callSite.line))
  }

  /// The module that contains the line.
  var module: String { moduleName(ofFileID: fileID) }
}

extension CallSite {
  /// The module that contains the line.
  var module: String { moduleName(ofFileID: fileID) }
}

extension InjectionDeclaration {
  /// The module that publishes the injection.
  var module: String { callSite.module }
}

/// Returns the first component of a file ID.
private func moduleName(ofFileID fileID: String) -> String { String(fileID.prefix { $0 != "/" }) }
