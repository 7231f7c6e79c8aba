import Vial

extension InjectionGraph {
  /// The graph as a Mermaid flowchart, in which owners have rounded boxes and overridden injections dashed ones.
  public var mermaid: String {
    let escapes: [Character: String] = ["#": "#35;", "\"": "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;"]
    var text = "flowchart LR\n"
    for (index, node) in nodes.enumerated() {
      let label = node.label(lineBreak: "<br/>", escapes)
      let box = node.declaration == nil ? "(\"\(label)\")" : "[\"\(label)\"]"
      text += "  n\(index)\(box)\(node.overriddenAt == nil ? "" : ":::overridden")\n"
    }
    text += arrows("-->")
    if nodes.contains(where: { $0.overriddenAt != nil }) { text += "  classDef overridden stroke-dasharray: 5 5\n" }
    return text
  }

  /// The graph in the language of Graphviz, in which owners have rounded boxes and overridden injections dashed ones.
  public var dot: String {
    var text = "digraph injections {\n  rankdir=LR\n  node [shape=box, fontname=Helvetica]\n"
    for (index, node) in nodes.enumerated() {
      let label = node.label(lineBreak: "\\n", ["\\": "\\\\", "\"": "\\\""])
      var attributes = "label=\"\(label)\""
      if node.declaration == nil {
        attributes += ", style=\"rounded\""
      } else if node.overriddenAt != nil {
        attributes += ", style=\"dashed\""
      }
      text += "  n\(index) [\(attributes)]\n"
    }
    return text + arrows("->") + "}\n"
  }

  private func arrows(_ arrow: String) -> String {
    let indices = Dictionary(zip(nodes, nodes.indices)) { first, _ in first }
    var text = ""
    for edge in edges {
      guard let from = indices[edge.from], let to = indices[edge.to] else { continue }
      text += "  n\(from) \(arrow) n\(to)\n"
    }
    return text
  }
}

extension InjectionGraph.Node {
  /// Returns the label of the node, with special characters escaped and newlines in keys replaced by spaces.
  @inline(never) fileprivate func label(lineBreak: String, _ escapes: [Character: String]) -> String {
    var lines = [name]
    if let declaration, let strategy {
      lines.append(strategy)
      if let overriddenAt {
        lines.append("overridden at \(overriddenAt)")
      } else {
        lines.append("\(declaration.callSite)")
      }
    }
    var label: [String] = []
    for line in lines {
      var escaped = ""
      for character in line {
        escaped += character.isNewline ? " " : escapes[character] ?? String(character)
      }
      label.append(escaped)
    }
    return label.joined(separator: lineBreak)
  }
}
