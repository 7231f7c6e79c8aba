extension Document.Edge {
  /// The time of a use, from early to late, as reports show it.
  enum Sign: Int, CaseIterable {
    case build, possibleBuild, firstRead, later

    var arrow: String { ["→", "⇢", "⇠", "⤳"][rawValue] }

    var words: String {
      ["when it is built", "perhaps when it is built", "at the first read", "later, in a closure or a call"][rawValue]
    }

    /// The text at a dashed line, or `nil` for a solid line.
    var label: String? { [nil, "perhaps", "first read", "later"][rawValue] }
  }

  var sign: Sign {
    switch when {
    case .build: certain ? .build : .possibleBuild
    case .firstRead: .firstRead
    case .later: .later
    }
  }

  /// The position of the edge among others: early and certain uses are first.
  var rank: Int { 2 * sign.rawValue + (certain ? 0 : 1) }
}
