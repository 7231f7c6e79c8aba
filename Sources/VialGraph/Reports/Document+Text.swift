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
  func answer(about found: [Int], kinds: [Node.Kind] = Node.Kind.allCases) -> String {
    let links = Links(self)
    let names = found.map { nodes[$0].name }.joined(separator: ", ")
    let title = found.count == 1 ? [] : ["\(found.count) matches: \(names)", ""]
    let isBrief = found.count > 4
    let parts = found.flatMap { index in
      let dependents = links.dependents(of: index).filter { kinds.contains($0.node.kind) }
      let nobody =
        kinds.count < Node.Kind.allCases.count ? "no \(kinds.map(\.rawValue).joined(separator: " or "))" : "nothing"
      return breaks(without: nodes[index], dependents, nobody, isBrief: isBrief)
        + (isBrief ? [] : [""] + paragraph(about: index, links) + [""])
    }
    return (title + parts + (isBrief ? [] : [Self.legend])).joined(separator: "\n")
  }

  /// A line for each node of a path.
  func text(of path: [Links.Link]) -> String {
    let links = Links(self)
    let start = path.first.flatMap { link in nodes.first { $0.id == link.edge.from } }
    let first = start.map { "\($0.name): \(words(about: $0))" }
    return ([first].compactMap(\.self) + path.map { line(about: $0, links) } + ["", Self.legend]).joined(
      separator: "\n"
    )
  }

  private func words(about node: Node) -> String {
    let words = (node.isInjection ? [node.type, node.strategy] : [node.kind.rawValue]) + [node.at.description]
    return words.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// A line about the use of a node.
  private func line(about link: Links.Link, _ links: Links) -> String {
    let through = link.edge.through.isEmpty ? "" : " through \(link.edge.through.joined(separator: ", "))"
    let reader = link.edge.readBy.map { ", read by \($0)" } ?? ""
    return "  \(link.edge.sign.arrow) \(links.nodes[link.node].name)\(through)\(reader)"
  }

  /// Lines about a node, its dependencies and its direct users.
  private func paragraph(about index: Int, _ links: Links) -> [String] {
    let node = nodes[index]
    // The edges of an injection include the edges of the types that its factory builds.
    let shown = links.needs[index].filter { !node.isInjection || nodes[$0.node].isInjection }
    let needs = shown.sorted { ($0.edge.rank, $0.edge.to) < ($1.edge.rank, $1.edge.to) }.map { line(about: $0, links) }
    let users = Set(links.users[index].map(\.node)).map { nodes[$0].name }.sorted()
    return ["\(node.name): \(words(about: node))"]
      + node.providers.map { "  provided by \($0.module), \($0)" }
      + node.overriders.map { "  overridden by \($0.module), \($0)" }
      + [run.flatMap { node.isInjection ? "  \($0.summary(of: node.id))" : nil }].compactMap(\.self)
      + needs + (users.isEmpty ? [] : ["  used by \(users.joined(separator: ", "))"])
  }

  private func breaks(without node: Node, _ dependents: [Links.Dependent], _ nobody: String, isBrief: Bool) -> [String]
  {
    let counts = Node.Kind.allCases.compactMap { kind -> String? in
      let count = dependents.filter { $0.node.kind == kind }.count
      let noun = kind == .code ? "other declaration" : kind.rawValue
      return count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let subject = [counts.dropLast().joined(separator: ", ")] + counts.suffix(1)
    let words = counts.isEmpty ? "\(nobody) in the graph" : subject.filter { !$0.isEmpty }.joined(separator: " and ")
    let lists = [
      ("directly", dependents.filter(\.through.isEmpty)), ("indirectly", dependents.filter { !$0.through.isEmpty }),
    ]
    let lines = isBrief ? [] : lists.flatMap(groups)
    let end = lines.isEmpty ? "." : ":"
    return ["Without \(node.name), \(words) \(dependents.count > 1 ? "break" : "breaks")\(end)"] + lines
  }

  /// Lines about dependents, in groups by their modules.
  private func groups(_ title: String, _ found: [Links.Dependent]) -> [String] {
    let modules = Dictionary(grouping: found, by: \.node.module).sorted { $0.key < $1.key }
    return modules.flatMap { module, found in ["  \(title), in \(module)"] + lines(found) }
  }

  private func lines(_ found: [Links.Dependent]) -> [String] {
    let sorted = Node.Kind.allCases.flatMap { kind in found.filter { $0.node.kind == kind } }
    return sorted.map { found in
      let through = found.through.isEmpty ? "" : "  through \(found.through.map(\.name).joined(separator: ", "))"
      let certainty = found.isCertain ? "" : "  perhaps"
      return "    \(found.node.name)  \(found.node.kind)  \(found.node.at)\(through)\(certainty)"
    }
  }
}
