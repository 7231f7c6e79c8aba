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
      let style = node.declaration == nil ? "rounded" : node.overriddenAt.map { _ in "dashed" }
      text += "  n\(index) [label=\"\(label)\"\(style.map { ", style=\"\($0)\"" } ?? "")]\n"
    }
    return text + arrows("->") + "}\n"
  }

  private func arrows(_ arrow: String) -> String {
    let indices = Dictionary(zip(nodes, nodes.indices)) { first, _ in first }
    return edges.compactMap { edge in
      indices[edge.from].flatMap { from in indices[edge.to].map { to in "  n\(from) \(arrow) n\(to)\n" } }
    }.joined()
  }
}

extension InjectionGraph.Node {
  /// Returns the label of the node, with special characters escaped and newlines in keys replaced by spaces.
  @inline(never) fileprivate func label(lineBreak: String, _ escapes: [Character: String]) -> String {
    var lines = [name]
    if let declaration, let strategy {
      lines += [strategy, overriddenAt.map { "overridden at \($0)" } ?? "\(declaration.callSite)"]
    }
    let escaped = lines.map { line in line.reduce(into: "") { $0 += $1.isNewline ? " " : escapes[$1] ?? String($1) } }
    return escaped.joined(separator: lineBreak)
  }
}
