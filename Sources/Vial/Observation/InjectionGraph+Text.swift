extension InjectionGraph {
  /// The graph as a Mermaid flowchart: rounded boxes are owners, dashed boxes are overridden.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    for (index, node) in nodes.enumerated() {
      let label = node.label.map(mermaidText).joined(separator: "<br/>")
      let box = node.declaration == nil ? "(\"\(label)\")" : "[\"\(label)\"]"
      lines.append("  n\(index)\(box)\(node.overriddenAt == nil ? "" : ":::overridden")")
    }
    for (from, to) in edgeIndices { lines.append("  n\(from) --> n\(to)") }
    if nodes.contains(where: { $0.overriddenAt != nil }) {
      lines.append("  classDef overridden stroke-dasharray: 5 5")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The graph in Graphviz's language: rounded boxes are owners, dashed boxes are overridden.
  public var dot: String {
    var lines = ["digraph injections {", "  rankdir=LR", "  node [shape=box, fontname=Helvetica]"]
    for (index, node) in nodes.enumerated() {
      let label = node.label.map { $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
      let styles = [
        node.declaration == nil ? "rounded" : nil, node.overriddenAt == nil ? nil : "dashed",
      ].compactMap { $0 }
      let style = styles.isEmpty ? "" : ", style=\"\(styles.joined(separator: ","))\""
      lines.append("  n\(index) [label=\"\(label.joined(separator: "\\n"))\"\(style)]")
    }
    for (from, to) in edgeIndices { lines.append("  n\(from) -> n\(to)") }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// Mermaid spells as entities what it would take for the end of a label, an entity or a tag.
  private func mermaidText(_ text: String) -> String {
    let entities = ["#": "#35;", "\"": "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;"]
    return text.map { entities["\($0)"] ?? "\($0)" }.joined()
  }

  private var edgeIndices: [(Int, Int)] {
    let indices = Dictionary(uniqueKeysWithValues: zip(nodes, nodes.indices))
    return edges.compactMap { edge in
      indices[edge.from].flatMap { from in indices[edge.to].map { (from, $0) } }
    }
  }
}

extension InjectionGraph.Node {
  /// The lines of the node's label.
  fileprivate var label: [String] {
    guard let declaration else { return [name] }
    let override = overriddenAt.map { "overridden at \($0)" }
    // A family's key may be spelled in several lines.
    let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
    return [line, strategy, override ?? "\(declaration.callSite)"].compactMap { $0 }
  }
}
