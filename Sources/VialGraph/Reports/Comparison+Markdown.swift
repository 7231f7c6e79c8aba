extension Comparison {
  /// Markdown for a pull request, which is empty if nothing changed.
  var markdown: String {
    if isEmpty { return "" }
    let lists = [
      list("New injections", injections.added.map(line)), list("Removed injections", injections.removed.map(line)),
      list("Changed injections", injections.changed.map(change)),
      list("New uses", uses.added.map(line)), list("Removed uses", uses.removed.map(line)),
      list("Changed uses", uses.changed.map { "\(name($1)): \($0.sign.words) → \($1.sign.words)" }),
      list("New faults", newFaults.map(line)), list("Fixed faults", fixedFaults.map(line)), diagram,
    ]
    return (["### Changes of the injection graph"] + lists.compactMap(\.self)).joined(separator: "\n\n")
  }

  private func list(_ title: String, _ lines: [String]) -> String? {
    lines.isEmpty ? nil : "**\(title)**\n\n" + lines.map { "- \($0)" }.joined(separator: "\n")
  }

  private func line(_ node: Document.Node) -> String {
    let properties = (node.properties.filter { !$0.isEmpty } + [node.at.description]).map(\.code)
    return "\(node.name.code): \(properties.joined(separator: ", "))"
  }

  private func change(_ old: Document.Node, _ new: Document.Node) -> String {
    let pairs = zip(old.properties, new.properties).filter { $0 != $1 }
    return "\(new.name.code): \(pairs.map { "\($0.code) → \($1.code)" }.joined(separator: ", "))"
  }

  private func line(_ edge: Document.Edge) -> String {
    let through = edge.through + [edge.readBy].compactMap(\.self)
    let path = through.isEmpty ? "" : ", through \(through.map(\.code).joined(separator: ", "))"
    return "\(name(edge)): \(edge.sign.words)\(path)"
  }

  private func name(_ edge: Document.Edge) -> String {
    [edge.from, edge.to].map { (names[$0] ?? $0).code }.joined(separator: " → ")
  }

  private func line(_ fault: Document.Fault) -> String {
    "\(fault.severity): \(fault.message.code), \("\(fault.at.file):\(fault.at.line)".code)"
  }

  /// The changed nodes and edges, or `nil` if they are too many for a picture that helps.
  private var diagram: String? {
    let ids = Set(injections.all.map(\.id) + uses.all.flatMap { [$0.from, $0.to] })
    if ids.isEmpty || ids.count > 40 { return nil }
    var both = head
    both.nodes += base.nodes.filter { old in !head.nodes.contains { $0.id == old.id } }
    both.edges = head.usesOfInjections + uses.removed
    var styles: [Document.ID: String] = [:]
    for node in injections.added { styles[node.id] = "added" }
    for node in injections.removed { styles[node.id] = "removed" }
    let words = Dictionary(uses.added.map { ($0.key, "new") } + uses.removed.map { ($0.key, "removed") }) { $1 }
    let picture = both.selecting { ids.contains($0.id) }.mermaid(styles) { words[$0.key] }
    let classes = "  classDef added stroke:#2a2,stroke-width:3px\n  classDef removed stroke:#c22,stroke-dasharray:5 5"
    return "```mermaid\n\(picture)\n\(classes)\n```"
  }
}

extension String {
  /// The text as code of Markdown, in which nothing is markup and nobody is mentioned.
  fileprivate var code: String {
    if isEmpty { return "nothing" }
    let text = String(map { $0.isNewline ? " " : $0 })
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? "`\(text)`" : "\(fence) \(text) \(fence)"
  }
}
