extension Document {
  /// The nodes that satisfy a condition, the edges between them, and the faults of these nodes and of their members.
  func selecting(_ condition: (Node) -> Bool) -> Self {
    var selection = self
    selection.nodes = nodes.filter(condition)
    let ids = Set(selection.nodes.map(\.id))
    selection.edges = edges.filter { ids.contains($0.from) && ids.contains($0.to) }
    selection.faults = faults.filter { !$0.owners(in: ids).isEmpty }
    return selection
  }

  /// The injections and the code that an executable reaches.
  func selecting(reachedFrom executable: String) throws(ToolError) -> Self {
    let executables = modules.filter { $0.reaches != nil }
    let module = executable.replacing("-", with: "_")
    guard let reaches = executables.first(where: { $0.name == module })?.reaches else {
      throw ToolError("--from must be one of \(executables.map(\.name).joined(separator: ", "))")
    }
    let imports = Dictionary(modules.map { ($0.name, $0.imports) }) { first, _ in first }
    let (reached, imported) = (Set(reaches), Set(reachable(from: module) { imports[$0] ?? [] }))
    var selection = selecting { reached.contains($0.id) }
    selection.edges.removeAll { $0.executables?.contains(module) == false }
    let others = Set(executables.map(\.name)).subtracting([module])
    selection.faults.removeAll { !others.isDisjoint(with: $0.nodes) }
    for index in selection.nodes.indices {
      selection.nodes[index].providers.removeAll { !imported.contains($0.module) }
      selection.nodes[index].overriders.removeAll { !imported.contains($0.module) }
    }
    selection.complete = false
    return selection
  }

  /// The nodes with a name, with the type of a value, or with a consumer of a name, by their positions.
  ///
  /// The last components of a name are sufficient, so a name can have several nodes.
  func nodes(named name: String) throws(ToolError) -> [Int] {
    let consumers = edges.compactMap { edge in edge.readBy.map { (name: $0, owner: edge.from) } }
    let owners = Set(consumers.filter { ".\($0.name)".hasSuffix(".\(name)") }.map(\.owner))
    let dotted = name.replacing("/", with: ".")
    let isNamed = nodes.map { node in
      let path = node.id.replacing("/", with: ".")
      // A function can be named without its parameters, and a type without its generic arguments.
      let names = [path, String(path.prefix { $0 != "(" }), node.type, String(node.type.prefix { $0 != "<" })]
      return names.contains { name in [" ", "."].contains { " \(name)".hasSuffix("\($0)\(dotted)") } }
    }
    // A name without a type is more likely an injection than the properties that consume it.
    let areConsumersNamed = name.contains(".") || !isNamed.contains(true)
    let found = nodes.indices.filter { isNamed[$0] || areConsumersNamed && owners.contains(nodes[$0].id) }
    if !found.isEmpty { return found }
    // The time to compare names grows with their lengths.
    let nearest = name.count > 200 ? [] : Self.nearest(to: name, in: Set(nodes.map(\.name) + consumers.map(\.name)))
    let hint = nearest.isEmpty ? "" : "; the nearest names are \(nearest.joined(separator: ", "))"
    throw ToolError("no injection, and no type or consumer that uses one, is named \(name)\(hint)")
  }

  /// At most five names that contain a text or its last component, or that differ from the text by a few letters.
  private static func nearest(to text: String, in names: Set<String>) -> [String] {
    let text = text.lowercased()
    let component = text.split(separator: ".").last ?? ""
    let ranked = names.map { name -> (rank: Int, name: String) in
      let whole = name.lowercased()
      let last = String(whole.split(separator: ".").last ?? "")
      let changes = [whole, last].map { text.difference(from: $0).count }
      return (whole.contains(text) ? 0 : whole.contains(component) ? 1 : min(changes[0], changes[1]), name)
    }
    return ranked.filter { $0.rank <= 1 + text.count / 3 }.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.prefix(5)
      .map(\.name)
  }

  /// The nodes at some positions, and the nodes that they need or that use them directly.
  func neighbourhood(of found: [Int]) -> Self {
    let links = Links(self)
    let ids = Set(found.flatMap { [$0] + (links.needs[$0] + links.users[$0]).map(\.node) }.map { nodes[$0].id })
    var selection = selecting { ids.contains($0.id) }
    selection.complete = false
    return selection
  }
}

extension Document.Fault {
  /// The nodes that the fault concerns, otherwise the nodes that contain the declarations that it concerns.
  func owners(in ids: Set<Document.ID>) -> [Document.ID] {
    nodes.compactMap { id in
      let owner = id.lastIndex(of: ".").map { String(id[..<$0]) }
      return ids.contains(id) ? id : owner.flatMap { ids.contains($0) ? $0 : nil }
    }
  }
}
