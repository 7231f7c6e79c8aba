extension Document.Edge {
  /// An arrow that shows when the use happens.
  var arrow: String {
    switch when {
    case .build: certain ? "→" : "⇢"
    case .firstRead: "⇠"
    case .later: "⤳"
    }
  }

  static let legend =
    "→ when it is built; ⇢ perhaps when it is built; ⇠ at a first read; ⤳ later, in a closure or a call"

  /// The declarations between the two nodes, in words.
  var explanation: String {
    let (path, last) = kind == .consumes ? (through.dropLast(), through.last) : (through[...], nil)
    return (path.isEmpty ? "" : " through \(path.joined(separator: ", "))") + (last.map { ", read by \($0)" } ?? "")
  }
}

extension Document.Node {
  /// A line about the node, which begins with its name.
  var summary: String {
    let words = isInjection ? [type, strategy] : [kind.rawValue]
    return "\(name): \((words + [at.description]).filter { !$0.isEmpty }.joined(separator: "  "))"
  }
}

extension Document {
  /// A paragraph for each injection.
  var text: String {
    let links = Links(self)
    let lines = nodes.indices.filter { nodes[$0].isInjection }.flatMap { paragraph(about: $0, links) }
    return (lines + ["", Edge.legend]).joined(separator: "\n")
  }

  /// Lines about a node, its dependencies and its direct users.
  func paragraph(about index: Int, _ links: Links) -> [String] {
    let node = nodes[index]
    // The edges of an injection include the edges of the types that its factory builds.
    let shown = links.needs[index].map { edges[$0] }.filter { !node.isInjection || $0.kind != .uses }
    let needs = shown.sorted { ($0.rank, $0.to) < ($1.rank, $1.to) }
    let users = Set(links.users[index].compactMap { links.positions[edges[$0].from] }).map { nodes[$0].name }.sorted()
    return [node.summary] + node.providers.map { "  provided by \($0.module), \($0.at.description)" }
      + (run.map { node.isInjection ? ["  \($0.summary(of: node.id))"] : [] } ?? [])
      + needs.map { edge in
        "  \(edge.arrow) \(links.positions[edge.to].map { nodes[$0].name } ?? edge.to)\(edge.explanation)"
      }
      + (users.isEmpty ? [] : ["  used by \(users.joined(separator: ", "))"])
  }
}

extension Document.Edge {
  /// The position of the edge among others: early and certain uses are first.
  var rank: Int { ([.build: 0, .firstRead: 2, .later: 4][when] ?? 4) + (certain ? 0 : 1) }
}
