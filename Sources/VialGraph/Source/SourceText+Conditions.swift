extension SourceText {
  /// Whether the expression at an offset may not be evaluated, although the code that starts at `start` runs.
  ///
  /// That is the case in a branch, after a branch that leaves the function, and on the right of `??`, `&&`, `||` or `?`.
  func isConditional(_ offset: Int, in start: Int) -> Bool {
    let around = pairs(around: offset).filter { $0.open >= start }
    let outside = pairs(around: offset).first { $0.open < start }
    if around.contains(where: { bytes[$0.open] == "{" && block(openingAt: $0.open) == .branch }) { return true }
    if followsConditionalOperator(offset)
      || around.contains(where: { followsConditionalOperator($0.open) && $0.open > start })
    {
      return true
    }
    let enclosing = Set(around.map(\.open))
    return pairs[(pairs.partitioningIndex { $0.open >= start })...].prefix { $0.open < offset }.contains { pair in
      guard pair.close < offset, bytes[pair.open] == "{" else { return false }
      let parent = pair.parent.map { pairs[$0].open }
      guard parent == outside?.open || parent.map(enclosing.contains) == true else { return false }
      return leavesFunction(pair) && block(openingAt: pair.open) == .branch
    }
  }

  private func leavesFunction(_ pair: Pair) -> Bool {
    var offset = pair.open + 1
    while offset < pair.close {
      let word = identifier(at: offset)
      if ["return", "throw", "break", "continue"].contains(text(word)) { return true }
      offset = max(word.upperBound, offset + 1)
    }
    return false
  }

  private func followsConditionalOperator(_ offset: Int) -> Bool {
    var offset = offset - 1
    while offset >= 0 {
      guard isCode[offset] else {
        offset -= 1
        continue
      }
      let previous: Unicode.Scalar = offset > 0 ? bytes[offset - 1] : " "
      switch bytes[offset] {
      case ")", "]", "}": offset = pair(at: offset)?.open ?? offset
      case "(", "[", "{", ",", ";": return false
      case "=" where !"=!<>".unicodeScalars.contains(previous): return false
      case "\n" where !isContinued(at: offset): return false
      case "?" where previous == "?" || previous.properties.isWhitespace: return true
      case "&" where previous == "&", "|" where previous == "|": return true
      default: break
      }
      offset -= 1
    }
    return false
  }
}
