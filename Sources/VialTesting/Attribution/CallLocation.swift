import Vial

/// The location of a call in the code of a test, or of an injection, whose path is unknown.
struct CallLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

extension CallLocation {
  static let unknown = CallLocation(fileID: "Unknown/Unknown.swift", filePath: "Unknown.swift", line: 1, column: 1)

  init(_ callSite: CallSite) {
    self.init(fileID: callSite.file, filePath: callSite.file, line: UInt(callSite.line), column: 1)
  }
}
