extension Document.Edge {
  /// The time of a use, from early to late, as reports show it.
  enum Sign: Int, CaseIterable {
    case build, possibleBuild, firstRead, later

    var arrow: String {
      switch self {
      case .build: "→"
      case .possibleBuild: "⇢"
      case .firstRead: "⇠"
      case .later: "⤳"
      }
    }

    var words: String {
      switch self {
      case .build: "when it is built"
      case .possibleBuild: "perhaps when it is built"
      case .firstRead: "at the first read"
      case .later: "later, in a closure or a call"
      }
    }

    /// The text at a dashed line, or `nil` for a solid line.
    var label: String? {
      switch self {
      case .build: nil
      case .possibleBuild: "perhaps"
      case .firstRead: "first read"
      case .later: "later"
      }
    }
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
