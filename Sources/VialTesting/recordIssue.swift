import Testing
import XCTest

/// The location of a call in the code of a test.
struct CallLocation {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

/// Records an issue of the current test of Swift Testing, or a failure of the current test of XCTest.
func recordIssue(_ message: String, _ location: CallLocation) {
  guard Test.current != nil else {
    XCTFail(message, file: location.filePath, line: location.line)
    return
  }
  let sourceLocation = SourceLocation(
    fileID: "\(location.fileID)",
    filePath: "\(location.filePath)",
    line: Int(location.line),
    column: Int(location.column)
  )
  Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
}
