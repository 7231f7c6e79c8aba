extension Document {
  /// The document with the nodes that satisfy a condition, the edges between these nodes, and the faults about them.
  func selecting(_ condition: (Node) -> Bool) -> Self {
    var selection = self
    selection.nodes = nodes.filter(condition)
    if selection.nodes.count == nodes.count { return self }
    let ids = Set(selection.nodes.map(\.id))
    selection.edges = edges.filter { ids.contains($0.from) && ids.contains($0.to) }
    return selection
  }

  /// The nodes that have a name: that name, its last components, or an identity.
  func nodes(named name: String) -> [Int] {
    nodes.indices.filter { nodes[$0].id == name || ".\(nodes[$0].name)".hasSuffix(".\(name)") }
  }
}
