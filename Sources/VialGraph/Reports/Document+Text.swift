extension Document {
  private static let legend = Edge.Sign.allCases.map { "\($0.arrow) \($0.words)" }.joined(separator: "; ")

  /// A paragraph for each injection.
  var overview: String {
    let links = Links(self)
    let lines = nodes.indices.filter { nodes[$0].isInjection }.flatMap { paragraph(about: $0, links) }
    return (lines + ["", Self.legend]).joined(separator: "\n")
  }

  /// Paragraphs about the nodes at some positions: what breaks without each of them, and its direct neighbours.
  ///
  /// More than four nodes have a line each.
  func answer(about found: [Int]) -> String {
    let links = Links(self)
    let names = found.map { nodes[$0].name }.joined(separator: ", ")
    let title = found.count == 1 ? [] : ["\(found.count) matches: \(names)", ""]
    let isBrief = found.count > 4
    let parts = found.flatMap { index in
      breaks(without: index, links, isBrief: isBrief) + (isBrief ? [] : [""] + paragraph(about: index, links) + [""])
    }
    return (title + parts + (isBrief ? [] : [Self.legend])).joined(separator: "\n")
  }

  /// Lines about a node, its dependencies and its direct users.
  private func paragraph(about index: Int, _ links: Links) -> [String] {
    let node = nodes[index]
    // The edges of an injection include the edges of the types that its factory builds.
    let shown = links.needs[index].filter { !node.isInjection || nodes[$0.node].isInjection }
    let needs = shown.sorted { ($0.edge.rank, $0.edge.to) < ($1.edge.rank, $1.edge.to) }.map { link in
      let through = link.edge.through.isEmpty ? "" : " through \(link.edge.through.joined(separator: ", "))"
      let reader = link.edge.readBy.map { ", read by \($0)" } ?? ""
      return "  \(link.edge.sign.arrow) \(nodes[link.node].name)\(through)\(reader)"
    }
    let users = Set(links.users[index].map(\.node)).map { nodes[$0].name }.sorted()
    let words = (node.isInjection ? [node.type, node.strategy] : [node.kind.rawValue]) + [node.at.description]
    return ["\(node.name): \(words.filter { !$0.isEmpty }.joined(separator: "  "))"]
      + node.providers.map { "  provided by \($0.module), \($0)" }
      + node.overriders.map { "  overridden by \($0.module), \($0)" }
      + [run.flatMap { node.isInjection ? "  \($0.summary(of: node.id))" : nil }].compactMap(\.self)
      + needs + (users.isEmpty ? [] : ["  used by \(users.joined(separator: ", "))"])
  }

  private func breaks(without index: Int, _ links: Links, isBrief: Bool) -> [String] {
    let dependents = links.dependents(of: index)
    let counts = Node.Kind.allCases.compactMap { kind -> String? in
      let count = dependents.filter { $0.node.kind == kind }.count
      let noun = kind == .code ? "other declaration" : kind.rawValue
      return count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let subject = [counts.dropLast().joined(separator: ", ")] + counts.suffix(1)
    let words = counts.isEmpty ? "nothing in the graph" : subject.filter { !$0.isEmpty }.joined(separator: " and ")
    let lists = [
      ("directly", dependents.filter(\.through.isEmpty)), ("indirectly", dependents.filter { !$0.through.isEmpty }),
    ]
    let lines = isBrief ? [] : lists.flatMap(list)
    let end = lines.isEmpty ? "." : ":"
    return ["Without \(nodes[index].name), \(words) \(dependents.count > 1 ? "break" : "breaks")\(end)"] + lines
  }

  private func list(_ title: String, _ found: [Links.Found]) -> [String] {
    let sorted = Node.Kind.allCases.flatMap { kind in found.filter { $0.node.kind == kind } }
    let lines = sorted.map { found in
      let through = found.through.isEmpty ? "" : "  through \(found.through.map(\.name).joined(separator: ", "))"
      let certainty = found.isCertain ? "" : "  perhaps"
      return "    \(found.node.name)  \(found.node.kind)  \(found.node.at)\(through)\(certainty)"
    }
    return lines.isEmpty ? [] : ["  \(title)"] + lines
  }
}
