extension Document {
  /// The document with the nodes that satisfy a condition, the edges between these nodes, and the faults about these nodes.
  func selecting(_ condition: (Node) -> Bool) -> Self {
    var selection = self
    selection.nodes = nodes.filter(condition)
    if selection.nodes.count == nodes.count { return self }
    let ids = Set(selection.nodes.map(\.id))
    selection.edges = edges.filter { ids.contains($0.from) && ids.contains($0.to) }
    let others = Set(nodes.map(\.id)).subtracting(ids)
    selection.faults = faults.filter { $0.nodes.contains(where: ids.contains) || others.isDisjoint(with: $0.nodes) }
    return selection
  }

  /// The nodes with a name, with the type of a value, or with a consumer of a name, by their positions.
  ///
  /// The last components of a name are sufficient, so a name can have several nodes.
  func nodes(named name: String) throws(ToolError) -> [Int] {
    let owners = Set(edges.filter { $0.kind == .consumes && $0.through.last == name }.map(\.from))
    let found = nodes.indices.filter { index in
      let node = nodes[index]
      let isTyped = [name, "any \(name)"].contains { node.type == $0 || node.type.hasSuffix(", \($0)") }
      return node.id == name || ".\(node.name)".hasSuffix(".\(name)") || isTyped || owners.contains(node.id)
    }
    if !found.isEmpty { return found }
    let nearest = nearestNames(to: name)
    let hint = nearest.isEmpty ? "" : "; the nearest names are \(nearest.joined(separator: ", "))"
    throw ToolError("no injection, and no type or consumer that uses one, is named \(name)\(hint)")
  }

  /// At most five names of nodes that contain a text, or that differ from it by a few letters.
  private func nearestNames(to text: String) -> [String] {
    let text = text.lowercased()
    let ranked = Set(nodes.map(\.name)).map { name -> (rank: Int, name: String) in
      let whole = name.lowercased()
      let last = whole.split(separator: ".").last.map(String.init) ?? whole
      return (whole.contains(text) ? 0 : min(text.distance(to: whole), text.distance(to: last)), name)
    }
    return ranked.filter { $0.rank <= 2 + text.count / 4 }.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.prefix(5)
      .map(\.name)
  }

  /// The nodes at some positions, and the nodes that they need or that use them directly.
  func neighbourhood(of found: [Int], _ links: Links) -> Self {
    let near = found.flatMap { index in
      links.needs[index].map { edges[$0].to } + links.users[index].map { edges[$0].from } + [nodes[index].id]
    }
    let ids = Set(near)
    var selection = selecting { ids.contains($0.id) }
    selection.complete = false
    return selection
  }
}

extension String {
  /// The number of letters to insert, remove or replace to make another text.
  func distance(to other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (index, letter) in enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let replaced = diagonal + (letter == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
