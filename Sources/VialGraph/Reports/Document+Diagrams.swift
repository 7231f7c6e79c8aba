extension Document {
  /// A flowchart for Mermaid.
  var mermaid: String { mermaid { _ in nil } }

  /// A flowchart for Mermaid, in which some nodes and edges have the style of a class.
  func mermaid(style: (ID) -> String?) -> String {
    let positions = Links(self).positions
    let boxes = nodes.enumerated().map { index, node in
      let label = node.label.map(\.escapedForMermaid).joined(separator: "<br/>")
      let box = node.isInjection ? "[\"\(label)\"]" : "(\"\(label)\")"
      return "  n\(index)\(box)\(style(node.id).map { ":::\($0)" } ?? "")"
    }
    let arrows = edges.compactMap { edge -> String? in
      guard let from = positions[edge.from], let to = positions[edge.to] else { return nil }
      return "  n\(from) \(edge.note.map { "-.->|\($0)|" } ?? "-->") n\(to)"
    }
    return (["flowchart LR"] + boxes + arrows).joined(separator: "\n")
  }

  /// A graph for Graphviz.
  var dot: String {
    let positions = Links(self).positions
    let boxes = nodes.enumerated().map { index, node in
      let label = node.label.map(\.escapedForDOT).joined(separator: "\\n")
      return "  n\(index) [label=\"\(label)\"\(node.isInjection ? "" : ", style=rounded")];"
    }
    let arrows = edges.compactMap { edge -> String? in
      guard let from = positions[edge.from], let to = positions[edge.to] else { return nil }
      return "  n\(from) -> n\(to)\(edge.note.map { " [style=dashed, label=\"\($0)\"]" } ?? "");"
    }
    return (["digraph {", "  rankdir=LR; node [shape=box];"] + boxes + arrows + ["}"]).joined(separator: "\n")
  }
}

extension Document.Node {
  fileprivate var label: [String] {
    [name, isInjection ? type : kind.rawValue, strategy, at.description].filter { !$0.isEmpty }
  }
}

extension Document.Edge {
  /// The text at a dashed arrow, or `nil` for a certain use when an instance is built.
  fileprivate var note: String? {
    switch when {
    case .build: certain ? nil : "perhaps"
    case .firstRead: "first read"
    case .later: "later"
    }
  }
}

extension String {
  /// The text in quotation marks of a label of Mermaid.
  var escapedForMermaid: String {
    let entities: [Character: String] = [
      "#": "#35;", "\"": "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;",
    ]
    return reduce(into: "") { $0 += $1.isNewline ? " " : entities[$1] ?? String($1) }
  }

  /// The text in quotation marks of a label of Graphviz.
  var escapedForDOT: String {
    reduce(into: "") { $0 += $1.isNewline ? " " : ["\\": "\\\\", "\"": "\\\""][$1] ?? String($1) }
  }
}
