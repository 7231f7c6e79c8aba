extension Comparison {
  /// A piece of a line: words, or a name that is spelled as in the sources.
  struct Piece: Encodable {
    let text: String
    var isCode = false

    static func code(_ text: String) -> Self { Self(text: text, isCode: true) }
    static func words(_ text: String) -> Self { Self(text: text) }
  }

  /// A list of differences of one kind, each with the pieces of a line.
  struct Section: Encodable {
    let title: String
    let lines: [[Piece]]
  }

  /// The lists of differences, without empty lists.
  var sections: [Section] {
    let all = [
      Section(title: "New injections", lines: injections.added.map(line)),
      Section(title: "Removed injections", lines: injections.removed.map(line)),
      Section(title: "Changed injections", lines: injections.changed.map(change)),
      Section(title: "New uses", lines: uses.added.map(line)),
      Section(title: "Removed uses", lines: uses.removed.map(line)),
      Section(
        title: "Changed uses",
        lines: uses.changed.map { name($1) + [.words(": \($0.sign.words) → \($1.sign.words)")] }
      ),
      Section(title: "New faults", lines: newFaults.map(line)),
      Section(title: "Fixed faults", lines: fixedFaults.map(line)),
    ]
    return all.filter { !$0.lines.isEmpty }
  }

  /// The words for the nodes that are new, or that changed themselves or in their uses.
  var changedNodes: [Document.ID: String] {
    let users = (uses.added + uses.removed + uses.changed.map(\.new)).map(\.from)
    var words = Dictionary((injections.changed.map(\.new.id) + users).map { ($0, "changed") }) { first, _ in first }
    let known = Set(base.nodes.map(\.id))
    for node in head.nodes where !known.contains(node.id) { words[node.id] = "new" }
    return words
  }

  private func line(_ node: Document.Node) -> [Piece] {
    let properties = node.properties.filter { !$0.isEmpty } + [node.at.description]
    return [.code(node.name), .words(": ")] + list(properties)
  }

  private func change(_ old: Document.Node, _ new: Document.Node) -> [Piece] {
    let pairs = zip(old.properties, new.properties).filter { $0 != $1 }
    let changes = pairs.flatMap { old, new -> [Piece] in [.words(", "), piece(old), .words(" → "), piece(new)] }
    return [.code(new.name), .words(": ")] + changes.dropFirst()
  }

  private func piece(_ property: String) -> Piece { property.isEmpty ? .words("nothing") : .code(property) }

  private func line(_ edge: Document.Edge) -> [Piece] {
    let through = edge.through + [edge.readBy].compactMap(\.self)
    let path = through.isEmpty ? [] : [.words(", through ")] + list(through)
    return name(edge) + [.words(": \(edge.sign.words)")] + path
  }

  private func name(_ edge: Document.Edge) -> [Piece] {
    [.code(names[edge.from] ?? edge.from), .words(" → "), .code(names[edge.to] ?? edge.to)]
  }

  private func line(_ fault: Document.Fault) -> [Piece] {
    [.words("\(fault.severity): "), .code(fault.text), .words(", "), .code("\(fault.at.file):\(fault.at.line)")]
  }

  private func list(_ names: [String]) -> [Piece] {
    Array(names.flatMap { [.words(", "), .code($0)] }.dropFirst())
  }
}
