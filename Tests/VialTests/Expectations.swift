import Testing

// Expectations that are functions. The test targets of the libraries share this file by symbolic links. The macro `#expect` is
// expanded and type-checked at each of three thousand calls, which took half of the time of the build. Errors, exits and unwrapped
// values are expected with the macros.

/// Records an issue unless a condition is true.
func expect(
  _ condition: Bool,
  _ comment: @autoclosure () -> String = "",
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  if condition { return }
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  Issue.record("Expectation failed. \(comment())", sourceLocation: location)
}

/// Records an issue with both values unless they are equal.
func expectEqual<Value: Equatable>(
  _ value: Value,
  _ expected: Value,
  _ comment: @autoclosure () -> String = "",
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  if value == expected { return }
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  Issue.record("\(value) is not \(expected). \(comment())", sourceLocation: location)
}
