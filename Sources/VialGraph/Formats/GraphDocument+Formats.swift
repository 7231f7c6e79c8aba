import Foundation

extension GraphDocument {
  static var formats: [String: (GraphDocument) -> String] {
    ["text": \.text, "mermaid": \.mermaid, "dot": \.dot, "json": \.json, "html": \.html]
  }

  /// A paragraph for each injection.
  var text: String {
    let arrows = ["eager": "→", "deferred": "⤳", "lazy": "⇠"]
    let paragraphs = nodes.map { node in
      let needs = node.needs.map { need in
        let through = need.through.isEmpty ? "" : " through \(need.through.joined(separator: ", "))"
        return "  \(arrows[need.when] ?? "⇢") \(need.name)\(need.readBy.map { ", read by \($0)" } ?? through)"
      }
      let users = node.usedBy.isEmpty ? [] : ["  used by \(node.usedBy.joined(separator: ", "))"]
      return (["\(node.name): \(node.type)  \(node.strategy)  \(node.place)"] + needs + users).joined(separator: "\n")
    }
    return paragraphs.joined(separator: "\n") + """


      → resolved when the instance is built; ⇢ perhaps: in a branch or context, or by another implementation;
      ⤳ in a closure that is called later; ⇠ at the first read of a consumer, or in a method that is called later.
      """
  }

  /// A flowchart for Mermaid.
  var mermaid: String {
    let arrows = ["eager": "-->", "deferred": "-.->|later|", "lazy": "-.->"]
    let labels = nodes.enumerated().map { index, node in
      let type = node.type.replacing("<", with: "#lt;").replacing(">", with: "#gt;")
      return "  n\(index)[\"\(node.name)<br/>\(type)<br/>\(node.strategy)<br/>\(node.place)\"]"
    }
    return (["flowchart LR"] + labels + edges { "  n\($0) \(arrows[$2] ?? "-.->|perhaps|") n\($1)" }).joined(
      separator: "\n"
    )
  }

  /// A graph for Graphviz.
  var dot: String {
    let styles = ["eager": "", "deferred": " [style=dashed, label=later]", "lazy": " [style=dashed]"]
    let labels = nodes.enumerated().map { index, node in
      "  n\(index) [label=\"\(node.name)\\n\(node.type)\\n\(node.strategy)\\n\(node.place)\"];"
    }
    let lines = labels + edges { "  n\($0) -> n\($1)\(styles[$2] ?? " [style=dashed, label=perhaps]");" }
    return (["digraph {", "  rankdir=LR; node [shape=box];"] + lines + ["}"]).joined(separator: "\n")
  }

  private func edges(_ line: (Int, Int, String) -> String) -> [String] {
    nodes.indices.flatMap { index in
      nodes[index].needs.compactMap { need in
        nodes.firstIndex { $0.name == need.name }.map { line(index, $0, need.when) }
      }
    }
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// A page that needs nothing else, in which the graph can be searched.
  var html: String {
    let page = String(decoding: PackageResources.Page_html, as: UTF8.self)
    return page.replacing("/* graph */", with: json.replacing("</", with: "<\\/"), maxReplacements: 1)
  }
}
