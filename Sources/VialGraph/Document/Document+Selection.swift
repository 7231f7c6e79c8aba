import VialGraphProgram

extension Document {
  /// The nodes that satisfy a condition, the edges between them, and the faults of these nodes and of their members.
  func selecting(_ condition: (Node) -> Bool) -> Self {
    var selection = self
    selection.nodes = nodes.filter(condition)
    let ids = Set(selection.nodes.map(\.id))
    selection.edges = edges.filter { ids.contains($0.from) && ids.contains($0.to) }
    selection.faults = faults.filter { !$0.owners(in: ids).isEmpty }
    for index in tests.indices {
      for list in Test.lists { selection.tests[index][keyPath: list].removeAll { !ids.contains($0) } }
    }
    selection.tests.removeAll { test in Test.lists.allSatisfy { test[keyPath: $0].isEmpty } }
    return selection
  }

  /// The nodes outside of tests, with all faults, because faults in tests are reported although their nodes are not shown.
  var withoutTests: Self {
    var selection = selecting { !$0.isTest }
    selection.faults = faults
    return selection
  }

  /// The injections and the code that an executable reaches.
  func selecting(reachedFrom executable: String) throws(ToolError) -> Self {
    let executables = modules.filter { $0.reaches != nil }
    let module = executable.replacing("-", with: "_")
    guard let reaches = executables.first(where: { $0.name == module })?.reaches else {
      let names = executables.map(\.name).joined(separator: ", ")
      throw ToolError(
        names.isEmpty ? "--from needs an executable, and the index has none" : "--from must be one of \(names)"
      )
    }
    let imports = Dictionary(modules.map { ($0.name, $0.imports) }) { first, _ in first }
    let reached = Set(reaches)
    let imported = Set(reachable(from: module) { imports[$0] ?? [] })
    var selection = selecting { reached.contains($0.id) }
    selection.edges.removeAll { $0.executables?.contains(module) == false }
    let others = Set(executables.map(\.name)).subtracting([module])
    selection.faults.removeAll { $0.executable.map(others.contains) ?? false }
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
    let nearest = NameSearch(self).nodes(near: name)
    let equal = nearest.filter { $0.rank == 0 }.map(\.node)
    if !equal.isEmpty { return equal }
    var names: [String] = []
    for match in nearest where names.count < 5 && !names.contains(match.term) { names.append(match.term) }
    let hint = names.isEmpty ? "" : "; the nearest names are \(names.joined(separator: ", "))"
    throw ToolError("no injection, and no type or consumer that uses one, is named \(name)\(hint)")
  }

  /// The nodes with a name in the part of the document that an executable reaches.
  func nodes(named name: String, in part: Self, reachedFrom executable: String?) throws(ToolError) -> [Int] {
    do throws(ToolError) {
      return try part.nodes(named: name)
    } catch {
      guard let executable, let other = try? nodes(named: name).first else { throw error }
      throw ToolError("\(nodes[other].name) is not reached by \(executable)")
    }
  }

  /// The nodes at some positions, and the nodes of some kinds that they need or that use them directly.
  func neighbourhood(of found: [Int], kinds: [Node.Kind] = Node.Kind.allCases) -> Self {
    let links = Links(self)
    let neighbours = found.flatMap { links.needs[$0] + links.users[$0] }.map(\.node)
    let ids = Set((found + neighbours.filter { kinds.contains(nodes[$0].kind) }).map { nodes[$0].id })
    var selection = selecting { ids.contains($0.id) }
    selection.complete = false
    return selection
  }

  /// The nodes and the edges of a path.
  func selecting(_ path: [Links.Link]) -> Self {
    let ids = Set(path.flatMap { [$0.edge.from, $0.edge.to] })
    var selection = selecting { ids.contains($0.id) }
    selection.edges = path.map(\.edge)
    selection.complete = false
    return selection
  }
}

extension Document.Test {
  fileprivate static var lists: [WritableKeyPath<Self, [Document.ID]>] { [\.uses, \.overrides, \.provides, \.permits] }
}

extension Document {
  /// The injections that the instance of another injection keeps too long, by the other one.
  var captives: [ID: Set<ID>] {
    let injections = Set(nodes.filter(\.isInjection).map(\.id))
    let found = faults.filter { $0.rule == Rule.captive }.compactMap { fault in
      fault.nodes.first.map { ($0, injections.intersection(fault.nodes.dropFirst())) }
    }
    return Dictionary(found) { $0.union($1) }
  }
}

extension Document.Fault {
  /// The nodes that the fault concerns, otherwise the nodes that contain the declarations that it concerns.
  func owners(in ids: Set<Document.ID>) -> [Document.ID] {
    nodes.compactMap { id in ([id] + Self.owners(of: id)).first(where: ids.contains) }
  }

  /// The identities that the type around a declaration can have.
  private static func owners(of id: Document.ID) -> [Document.ID] {
    let parts = id.split(separator: "/", maxSplits: 2)
    let isPrivate = parts.count == 3 && parts[1].hasSuffix(".swift")
    let name = isPrivate ? parts[2] : parts.dropFirst().joined(separator: "/")[...]
    guard let dot = name.lastIndex(of: ".") else { return [] }
    let type = name[..<dot]
    // A private declaration can be a member of a type that is not private.
    return (isPrivate ? ["\(parts[0])/\(parts[1])/\(type)"] : []) + ["\(parts[0])/\(type)"]
  }
}
