extension Comparison {
  /// Markdown for a pull request, which is empty if nothing changed.
  var markdown: String {
    if isEmpty { return "" }
    let items = ["injections", "uses"].flatMap { noun in
      let changes = changed.filter { $0.new.noun == noun }.map { line($0.old, $0.new) }
      return [
        list("New \(noun)", added.filter { $0.noun == noun }.map(\.line)),
        list("Removed \(noun)", removed.filter { $0.noun == noun }.map(\.line)), list("Changed \(noun)", changes),
      ]
    }
    let faults = [list("New faults", newFaults.map(\.line)), list("Mended faults", mendedFaults.map(\.line))]
    let lists = (items + faults + [diagram]).compactMap(\.self)
    return (["### Changes of the injection graph"] + lists).joined(separator: "\n\n")
  }

  private func list(_ title: String, _ lines: [String]) -> String? {
    lines.isEmpty ? nil : "**\(title)**\n\n" + lines.map { "- \($0)" }.joined(separator: "\n")
  }

  private func line(_ old: Item, _ new: Item) -> String {
    let changes = zip(old.properties, new.properties).filter { $0 != $1 }.map { "\($0) → \($1)" }
    return "\(new.name): \(changes.joined(separator: ", "))"
  }

  /// The changed nodes and edges, or `nil` if they are too many for a picture that helps.
  private var diagram: String? {
    let ids = Set((added + removed + changed.map(\.new)).flatMap(\.key)).intersection(
      (base.nodes + head.nodes).map(\.id)
    )
    if ids.isEmpty || ids.count > 40 { return nil }
    var both = head
    both.nodes += base.nodes.filter { old in !head.nodes.contains { $0.id == old.id } }
    let keys = Set(removed.map(\.key))
    both.edges = head.edges.filter { $0.kind != .uses } + base.edges.filter { keys.contains($0.key) }
    let classes = [(added, "added"), (removed, "removed")].flatMap { items, style in
      items.filter { $0.noun == "injections" }.map { ($0.key[0], style) }
    }
    let picture = both.selecting { ids.contains($0.id) }.mermaid(Dictionary(uniqueKeysWithValues: classes))
    let styles = "  classDef added stroke:#2a2,stroke-width:3px\n  classDef removed stroke:#c22,stroke-dasharray:5 5"
    return "```mermaid\n\(picture)\n\(styles)\n```"
  }
}

extension Comparison.Item {
  fileprivate var line: String { "\(name): \((properties.filter { !$0.isEmpty } + details).joined(separator: ", "))" }
}

extension Document.Fault {
  fileprivate var line: String { "\(severity): \(message.code), \("\(at.file):\(at.line)".code)" }
}

extension String {
  /// The text as code of Markdown, in which nothing is markup and nobody is mentioned.
  var code: String {
    if isEmpty { return "" }
    let text = String(map { $0.isNewline ? " " : $0 })
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? "`\(text)`" : "\(fence) \(text) \(fence)"
  }
}
