extension Document {
  /// A flowchart for Mermaid, in which some nodes have classes of styles, and some edges have labels of changes.
  func mermaid(_ styles: [ID: String] = [:], label: (Edge) -> String? = { _ in nil }) -> String {
    let boxes = nodes.enumerated().map { index, node in
      let text = node.label.map { $0.escaped(Self.mermaidEntities) }.joined(separator: "<br/>")
      let box = node.isInjection ? "[\"\(text)\"]" : "(\"\(text)\")"
      return "  n\(index)\(box)\(styles[node.id].map { ":::\($0)" } ?? "")"
    }
    let arrows = lines { from, to, edge in
      let texts = [label(edge), edge.sign.label].compactMap(\.self)
      let arrow = edge.sign.label == nil ? "-->" : "-.->"
      return "  n\(from) \(arrow)\(texts.isEmpty ? "" : "|\(texts.joined(separator: ", "))|") n\(to)"
    }
    return (["flowchart LR"] + boxes + arrows).joined(separator: "\n")
  }

  private static let mermaidEntities: [Character: String] = [
    "#": "#35;", "\"": "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;",
  ]

  /// A line for each edge, made of the positions of its nodes and of the edge.
  private func lines(_ line: (Int, Int, Edge) -> String) -> [String] {
    let links = Links(self)
    return nodes.indices.flatMap { from in links.needs[from].map { line(from, $0.node, $0.edge) } }
  }
}

extension Document.Node {
  fileprivate var label: [String] {
    [name, isInjection ? type : kind.rawValue, strategy, at.description].filter { !$0.isEmpty }
  }
}

extension String {
  /// The text in one line, with replacements for characters.
  fileprivate func escaped(_ replacements: [Character: String]) -> String {
    reduce(into: "") { $0 += $1.isNewline ? " " : replacements[$1] ?? String($1) }
  }
}
