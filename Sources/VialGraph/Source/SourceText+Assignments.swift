extension SourceText {
  /// Where the value of an expression goes.
  enum Destination: Equatable {
    /// The value of a declaration whose name is at an offset.
    case declaration(name: Int)

    /// The variable whose name is at an offset.
    case assignment(name: Int)

    /// The argument with a label of the call whose arguments open at an offset.
    case argument(label: String, open: Int)
  }

  /// Returns where the value of the expression at an offset goes.
  func destination(of offset: Int) -> Destination? {
    var offset = offset - 1
    while offset >= 0 {
      guard isCode[offset] else {
        offset -= 1
        continue
      }
      switch bytes[offset] {
      case ")", "]", "}": offset = pair(at: offset)?.open ?? offset
      case "=" where isAssignment(at: offset): return target(ofAssignmentAt: offset)
      case "(", ",": return argument(beginningAt: offset + 1)
      case "{", "[", ";": return nil
      case "\n" where !isContinued(at: offset): return nil
      default: break
      }
      offset -= 1
    }
    return nil
  }

  private func isAssignment(at offset: Int) -> Bool {
    let neighbors = [offset - 1, offset + 1].map { bytes.indices.contains($0) ? bytes[$0] : " " }
    return !"=!<>+-*/~".unicodeScalars.contains(neighbors[0]) && neighbors[1] != "="
  }

  private func argument(beginningAt start: Int) -> Destination? {
    let label = identifier(at: skipSpace(after: start))
    guard let list = pairs(around: start).first, bytes[list.open] == "(", !label.isEmpty,
      label.upperBound < bytes.count, bytes[label.upperBound] == ":"
    else { return nil }
    return .argument(label: text(label), open: list.open)
  }

  private func target(ofAssignmentAt equals: Int) -> Destination? {
    let last = lastCode(before: equals)
    let assigned = identifier(endingAt: last + 1)
    var offset = last
    var next = assigned
    // A declaration begins with `let` or `var`, and may have a type.
    while offset >= 0 {
      switch bytes[offset] {
      case ")", "]", "}": offset = pair(at: offset)?.open ?? offset
      case "(", "{", "[", ";": return assignment(assigned)
      case "\n" where !isContinued(at: offset): return assignment(assigned)
      default:
        let word = identifier(endingAt: offset + 1)
        if ["let", "var"].contains(text(word)) { return .declaration(name: next.lowerBound) }
        if !word.isEmpty {
          next = word
          offset = word.lowerBound
        }
      }
      offset -= 1
    }
    return assignment(assigned)
  }

  private func assignment(_ name: Range<Int>) -> Destination? {
    name.isEmpty ? nil : .assignment(name: name.lowerBound)
  }
}
