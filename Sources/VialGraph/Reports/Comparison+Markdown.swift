extension Comparison {
  /// Markdown for a pull request, which is empty if nothing changed.
  var markdown: String {
    if isEmpty { return "" }
    let lists = sections.map { section in
      let lines = section.lines.map { "- " + $0.map(\.markdown).joined() }
      return "**\(section.title)**\n\n" + lines.joined(separator: "\n")
    }
    return (["### Changes of the injection graph"] + lists + [diagram].compactMap(\.self)).joined(separator: "\n\n")
  }

  /// The changed nodes and edges, or `nil` if they are too many for a picture that helps.
  private var diagram: String? {
    let ids = Set(injections.all.map(\.id) + uses.all.flatMap { [$0.from, $0.to] })
    if ids.isEmpty || ids.count > 40 { return nil }
    var both = head
    both.nodes += base.nodes.filter { old in !head.nodes.contains { $0.id == old.id } }
    both.edges = head.usesOfInjections + head.implementations(of: Set(uses.added.map(\.from))) + uses.removed
    var styles: [Document.ID: String] = [:]
    for node in injections.added { styles[node.id] = "added" }
    for node in injections.removed { styles[node.id] = "removed" }
    let words = Dictionary(uses.added.map { ($0.key, "new") } + uses.removed.map { ($0.key, "removed") }) { $1 }
    let picture = both.selecting { ids.contains($0.id) }.mermaid(styles) { words[$0.key] }
    let classes = "  classDef added stroke:#2a2,stroke-width:3px\n  classDef removed stroke:#c22,stroke-dasharray:5 5"
    return "```mermaid\n\(picture)\n\(classes)\n```"
  }
}

extension Comparison.Piece {
  fileprivate var markdown: String {
    switch style {
    case .words, .severity: text
    case .name, .place, .message: text.code
    }
  }
}

extension String {
  /// The text as code of Markdown, in which nothing is markup and nobody is mentioned.
  fileprivate var code: String {
    let text = String(map { $0.isNewline ? " " : $0 })
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? "`\(text)`" : "\(fence) \(text) \(fence)"
  }
}
