extension Comparison {
  /// Markdown for a pull request, which is empty if nothing changed.
  var markdown: String {
    if isEmpty { return "" }
    let lists = [
      list("New injections", nodes.filter { $0.old == nil }.compactMap(\.new).map(line)),
      list("Removed injections", nodes.filter { $0.new == nil }.compactMap(\.old).map(line)),
      list("Changed injections", nodes.compactMap(difference)),
      list("New uses", edges.filter { $0.old == nil }.compactMap(\.new).map(line)),
      list("Removed uses", edges.filter { $0.new == nil }.compactMap(\.old).map(line)),
      list("Changed uses", edges.compactMap(difference)),
      list("New faults", newFaults.map(line)), list("Mended faults", goneFaults.map(line)),
    ]
    return (["### Changes of the injection graph"] + lists.compactMap(\.self) + [diagram].compactMap(\.self))
      .joined(separator: "\n\n")
  }

  private func list(_ title: String, _ lines: [String]) -> String? {
    lines.isEmpty ? nil : "**\(title)**\n\n" + lines.map { "- \($0)" }.joined(separator: "\n")
  }

  private func line(_ node: Document.Node) -> String {
    let words = [node.type, node.strategy].filter { !$0.isEmpty }.map(\.code).joined(separator: ", ")
    return "\(node.name.code): \(words), \(node.at.description.code)"
  }

  private func difference(_ change: Change<Document.Node>) -> String? {
    guard let old = change.old, let new = change.new else { return nil }
    let providers = [old, new].map { $0.providers.map(\.module).joined(separator: ", ") }
    let pairs = [(old.type, new.type), (old.strategy, new.strategy), ("by \(providers[0])", "by \(providers[1])")]
    let differences = pairs.filter { $0 != $1 }.map { "\($0.code) → \($1.code)" }
    return "\(new.name.code): \(differences.joined(separator: ", "))"
  }

  private func line(_ edge: Document.Edge) -> String {
    "\(name(edge.from)) → \(name(edge.to)), \(edge.time)\(edge.explanation.isEmpty ? "" : " (\(edge.through.joined(separator: ", ").code))")"
  }

  private func difference(_ change: Change<Document.Edge>) -> String? {
    guard let old = change.old, let new = change.new else { return nil }
    return "\(name(new.from)) → \(name(new.to)): \(old.time) → \(new.time)"
  }

  private func line(_ fault: Document.Fault) -> String {
    "\(fault.severity): \(fault.message.code), \("\(fault.at.file):\(fault.at.line)".code)"
  }

  private func name(_ id: Document.ID) -> String {
    ((head.nodes + base.nodes).first { $0.id == id }?.name ?? id).code
  }

  /// The changed nodes and edges, or `nil` if they are too many for a picture that helps.
  private var diagram: String? {
    let changed =
      nodes.map { ($0.new ?? $0.old)?.id } + edges.flatMap { [($0.new ?? $0.old)?.from, ($0.new ?? $0.old)?.to] }
    let ids = Set(changed.compactMap(\.self))
    if ids.isEmpty || ids.count > 40 { return nil }
    var both = head
    both.nodes += base.nodes.filter { old in !head.nodes.contains { $0.id == old.id } }
    both.edges = head.edges.filter { $0.kind != .uses } + edges.filter { $0.new == nil }.compactMap(\.old)
    let added = Set(nodes.filter { $0.old == nil }.compactMap { $0.new?.id })
    let removed = Set(nodes.filter { $0.new == nil }.compactMap { $0.old?.id })
    let styles = "  classDef added stroke:#2a2,stroke-width:3px\n  classDef removed stroke:#c22,stroke-dasharray:5 5"
    let picture = both.selecting { ids.contains($0.id) }
      .mermaid { added.contains($0) ? "added" : removed.contains($0) ? "removed" : nil }
    return "```mermaid\n\(picture)\n\(styles)\n```"
  }
}

extension Document.Edge {
  fileprivate var time: String {
    switch when {
    case .build: certain ? "when it is built" : "perhaps when it is built"
    case .firstRead: "at the first read"
    case .later: "later"
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
