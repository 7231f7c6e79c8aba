extension SourceText {
  func isIdentifier(_ offset: Int) -> Bool {
    guard offset >= 0, offset < bytes.count, isCode[offset] else { return false }
    let byte = bytes[offset]
    return byte == "_" || byte == "`" || byte == "$" || byte.value >= 0x80 || byte.properties.isAlphabetic
      || ("0"..."9").contains(byte)
  }

  private func isSpace(_ offset: Int) -> Bool {
    !isCode[offset] || bytes[offset].properties.isWhitespace
  }

  func skipSpace(after offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, isSpace(offset) { offset += 1 }
    return offset
  }

  /// The last byte before an offset that is not a space or a comment, or -1.
  func lastCode(before offset: Int) -> Int {
    var offset = offset - 1
    while offset >= 0, isSpace(offset) { offset -= 1 }
    return offset
  }

  /// The identifier that begins at an offset, or an empty range.
  func identifier(at offset: Int) -> Range<Int> {
    var end = offset
    while isIdentifier(end) { end += 1 }
    return offset..<end
  }

  /// The identifier that ends before an offset, or an empty range.
  func identifier(endingAt end: Int) -> Range<Int> {
    var start = end
    while isIdentifier(start - 1) { start -= 1 }
    return start..<end
  }

  /// The end of the name at an offset, with its generic arguments.
  func endOfName(at offset: Int) -> Int {
    let end = identifier(at: offset).upperBound
    guard end < bytes.count, bytes[end] == "<" else { return end }
    var depth = 0
    for index in end..<bytes.count {
      switch bytes[index] {
      case "<": depth += 1
      case ">" where bytes[index - 1] != "-": depth -= 1
      case "{", "}", ";", "=": return end
      default: break
      }
      if depth == 0 { return index + 1 }
    }
    return end
  }

  /// The arguments and the trailing closures of the call whose name begins at an offset.
  func arguments(ofCallAt offset: Int) -> Range<Int>? {
    let start = endOfName(at: offset)
    var end = start
    if end < bytes.count, bytes[end] == "(" || bytes[end] == "[" { end = (pair(at: end)?.close ?? end) + 1 }
    while true {
      var next = skipSpace(after: end)
      // A closure after the first one has a label.
      let label = identifier(at: next)
      if end > start, !label.isEmpty, label.upperBound < bytes.count, bytes[label.upperBound] == ":" {
        next = skipSpace(after: label.upperBound + 1)
      }
      guard next < bytes.count, bytes[next] == "{", let pair = pair(at: next) else { break }
      end = pair.close + 1
    }
    return end > start ? start..<min(end, bytes.count) : nil
  }

  /// The offset of the member that is accessed on the expression that ends at an offset: `member` in `end.member`.
  func member(after end: Int) -> Int? {
    var next = skipSpace(after: end)
    while next < bytes.count, bytes[next] == "?" || bytes[next] == "!" { next += 1 }
    guard next < bytes.count, bytes[next] == "." else { return nil }
    return skipSpace(after: next + 1)
  }

  /// The end of a subscript that follows the expression that ends at an offset.
  func endOfSubscript(after end: Int) -> Int? {
    guard end < bytes.count, bytes[end] == "[" else { return nil }
    return pair(at: end).map { $0.close + 1 }
  }
}
