import Foundation

extension GraphDocument {
  static var formats: [String: (GraphDocument) -> String] {
    ["text": \.text, "mermaid": \.mermaid, "dot": \.dot, "json": \.json, "html": \.html]
  }

  /// A paragraph for each injection.
  var text: String {
    let arrows = ["eager": "→", "deferred": "⤳", "lazy": "⇠"]
    let lines = nodes.flatMap { node in
      let needs = node.needs.map { need in
        let through = need.through.isEmpty ? "" : " through \(need.through.joined(separator: ", "))"
        return "  \(arrows[need.when] ?? "⇢") \(need.name)\(need.readBy.map { ", read by \($0)" } ?? through)"
      }
      let users = node.usedBy.isEmpty ? [] : ["  used by \(node.usedBy.joined(separator: ", "))"]
      return ["\(node.name): \(node.type)  \(node.strategy)  \(node.place)"] + needs + users
    }
    let legend =
      "→ when it is built; ⇢ perhaps when it is built; ⤳ in a closure, later; ⇠ at a first read or in a call, later"
    return (lines + ["", legend]).joined(separator: "\n")
  }

  /// A flowchart for Mermaid.
  var mermaid: String {
    let arrows = ["eager": "-->", "deferred": "-.->|later|", "lazy": "-.->"]
    let labels = labels { $0.replacing("<", with: "#lt;").replacing(">", with: "#gt;") }
    let lines = labels.map { "  n\($0)[\"\($1.joined(separator: "<br/>"))\"]" }
    return (["flowchart LR"] + lines + edges { "  n\($0) \(arrows[$2] ?? "-.->|perhaps|") n\($1)" }).joined(
      separator: "\n"
    )
  }

  /// A graph for Graphviz.
  var dot: String {
    let styles = ["eager": "", "deferred": " [style=dashed, label=later]", "lazy": " [style=dashed]"]
    let lines = labels { $0 }.map { "  n\($0) [label=\"\($1.joined(separator: "\\n"))\"];" }
    let edges = edges { "  n\($0) -> n\($1)\(styles[$2] ?? " [style=dashed, label=perhaps]");" }
    return (["digraph {", "  rankdir=LR; node [shape=box];"] + lines + edges + ["}"]).joined(separator: "\n")
  }

  private func labels(_ escape: (String) -> String) -> [(Int, [String])] {
    nodes.enumerated().map { ($0, [$1.name, $1.type, $1.strategy, $1.place].map(escape)) }
  }

  private func edges(_ line: (Int, Int, String) -> String) -> [String] {
    let indices = Dictionary(nodes.enumerated().map { ($1.name, $0) }) { first, _ in first }
    return nodes.enumerated().flatMap { index, node in
      node.needs.compactMap { need in indices[need.name].map { line(index, $0, need.when) } }
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
