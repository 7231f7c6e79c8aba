extension Comparison {
  /// A piece of a line.
  struct Piece: Encodable {
    enum Style: String, Encodable {
      case words

      /// A name or a type that is spelled as in the sources.
      case name
      case place, severity

      /// The message of a fault, which can contain names.
      case message
    }

    let text: String
    let style: Style

    static func words(_ text: String) -> Self { Self(text: text, style: .words) }
    static func name(_ text: String) -> Self { Self(text: text, style: .name) }
    static func place(_ text: String) -> Self { Self(text: text, style: .place) }
  }

  /// A list of differences of one kind, each with the pieces of a line.
  struct Section: Encodable {
    let title: String
    let lines: [[Piece]]
  }

  /// The lists of differences, without empty lists.
  var sections: [Section] {
    let all = [
      Section(title: "New faults", lines: newFaults.map(line)),
      Section(title: "Fixed faults", lines: fixedFaults.map(line)),
      Section(title: "New injections", lines: injections.added.map(line)),
      Section(title: "Removed injections", lines: injections.removed.map(line)),
      Section(title: "Changed injections", lines: injections.changed.map(change)),
      Section(title: "New uses", lines: uses.added.map(line)),
      Section(title: "Removed uses", lines: uses.removed.map(line)),
      Section(title: "Changed uses", lines: uses.changed.map(change)),
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
    let properties = list(node.properties.filter { !$0.isEmpty })
    return [.name(node.name), .words(": ")] + properties + [.words(", "), .place(node.at.description)]
  }

  private func change(_ old: Document.Node, _ new: Document.Node) -> [Piece] {
    let pairs = [(old.type, new.type), (old.strategy, new.strategy)].filter { $0 != $1 }
    let changes = pairs.flatMap { old, new -> [Piece] in [.words(", "), piece(old), .words(" → "), piece(new)] }
    let code = [
      added(new.providers, to: old.providers, "also provided by"),
      added(new.overriders, to: old.overriders, "also overridden by"),
      added(old.providers, to: new.providers, "no longer provided by"),
      added(old.overriders, to: new.overriders, "no longer overridden by"),
    ].joined()
    return [.name(new.name), .words(": ")] + (changes + code).dropFirst()
  }

  /// Words about the code of modules that is new, in contrast to code that moved in its module.
  private func added(_ new: [Document.Place], to old: [Document.Place], _ verb: String) -> [Piece] {
    let gone = old.filter { !new.contains($0) }.map(\.module)
    return new.filter { !old.contains($0) }.subtracting(gone, by: \.module).flatMap { place -> [Piece] in
      [.words(", "), .words("\(verb) "), .name(place.module), .words(", "), .place(place.description)]
    }
  }

  private func piece(_ property: String) -> Piece { property.isEmpty ? .words("nothing") : .name(property) }

  private func line(_ edge: Document.Edge) -> [Piece] {
    let through = edge.through + [edge.readBy].compactMap(\.self).filter { $0 != edge.through.last }
    let path = through.isEmpty ? [] : [.words(", through ")] + list(through)
    return name(edge) + [.words(": \(edge.sign.words)")] + path
  }

  private func change(_ old: Document.Edge, _ new: Document.Edge) -> [Piece] {
    let isOfSameReader = old.readBy == new.readBy
    let before = moment(of: old, for: isOfSameReader ? nil : old.readBy)
    let after = moment(of: new, for: isOfSameReader ? nil : new.readBy)
    return name(new) + [.words(": ")] + before + [.words(" → ")] + after
  }

  private func moment(of edge: Document.Edge, for reader: String?) -> [Piece] {
    let moment = Piece.words(edge.sign.words)
    return reader.map { [moment, .words(", through "), .name($0)] } ?? [moment]
  }

  private func name(_ edge: Document.Edge) -> [Piece] {
    [.name(names[edge.from] ?? edge.from), .words(" → "), .name(names[edge.to] ?? edge.to)]
  }

  private func line(_ fault: Document.Fault) -> [Piece] {
    [
      Piece(text: fault.severity.rawValue, style: .severity), .words(": "), Piece(text: fault.text, style: .message),
      .words(", "), .place("\(fault.at.file):\(fault.at.line)"),
    ]
  }

  private func list(_ names: [String]) -> [Piece] {
    Array(names.flatMap { [.words(", "), .name($0)] }.dropFirst())
  }
}
