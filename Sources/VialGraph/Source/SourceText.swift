import Foundation

/// The text of a source file with its brackets and comments.
///
/// The index has the position of each name, but not the end of a call, and no closures.
struct SourceText {
  /// A pair of brackets in code.
  struct Pair {
    let open: Int
    var close: Int
    let parent: Int?
  }

  /// The bytes of the file, as scalars, so that they can be compared with literals.
  let bytes: [Unicode.Scalar]

  /// Whether each byte is code, and not part of a comment or of a string.
  private(set) var isCode: [Bool]

  /// The pairs of brackets, in the order of their opening brackets.
  private(set) var pairs: [Pair] = []
  private var pairIndices: [Int: Int] = [:]
  private var lineStarts = [0]

  init?(path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data)
  }

  init(_ utf8: some Sequence<UInt8>) {
    bytes = utf8.map(Unicode.Scalar.init)
    isCode = Array(repeating: true, count: bytes.count)
    for (offset, byte) in bytes.enumerated() where byte == "\n" { lineStarts.append(offset + 1) }
    var scanner = BracketScanner(bytes: bytes)
    scanner.scan()
    pairs = scanner.pairs
    for range in scanner.text {
      for offset in range { isCode[offset] = false }
    }
    for (index, pair) in pairs.enumerated() {
      pairIndices[pair.open] = index
      pairIndices[pair.close] = index
    }
  }

  func offset(of location: Location) -> Int? {
    guard lineStarts.indices.contains(location.line - 1) else { return nil }
    let offset = lineStarts[location.line - 1] + location.column - 1
    return offset < bytes.count ? offset : nil
  }

  func location(of offset: Int, in file: Int) -> Location {
    let line = lineStarts.partitioningIndex { $0 > offset }
    return Location(file: file, line: line, column: offset - lineStarts[line - 1] + 1)
  }

  /// The pair whose opening or closing bracket is at an offset.
  func pair(at offset: Int) -> Pair? { pairIndices[offset].map { pairs[$0] } }

  /// The pairs around an offset, innermost first.
  func pairs(around offset: Int) -> [Pair] {
    var found: [Pair] = []
    let last = pairs.partitioningIndex { $0.open >= offset } - 1
    var next = last < 0 ? nil : last
    while let index = next {
      if pairs[index].close > offset { found.append(pairs[index]) }
      next = pairs[index].parent
    }
    return found
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].map { UInt8(truncatingIfNeeded: $0.value) }, as: UTF8.self)
  }

  /// The text of a line with its comments.
  func text(ofLine line: Int) -> String {
    guard lineStarts.indices.contains(line - 1) else { return "" }
    let end = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
    return text(lineStarts[line - 1]..<end)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies a condition that all later elements satisfy, too.
  func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
