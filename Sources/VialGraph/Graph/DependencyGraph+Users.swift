extension DependencyGraph {
  /// The injections, types and functions that use each node, apart from tests.
  var users: [Set<String>] {
    var users = Array(repeating: Set<String>(), count: analysis.nodes.count)
    for (node, edges) in edges.enumerated() where !analysis.nodes[node].isInTests {
      for other in edges.keys { users[other].insert(analysis.nodes[node].name) }
    }
    for (body, steps) in analysis.allSteps {
      for step in steps where !analysis.isTest(step.location.file) {
        guard case .injection(let injection, let use) = step.target else { continue }
        switch use {
        case .resolve, .resolveMember, .consume, .pass: break
        case .override, .provide, .allowLive, .inspect: continue
        }
        for node in analysis.nodes(of: injection) where !isReached(body, fromUserOf: node) {
          if let name = name(of: body) { users[node].insert(name) }
        }
      }
    }
    return users
  }

  /// Whether a body belongs to a node that uses another node.
  private func isReached(_ body: Body, fromUserOf node: NodeID) -> Bool {
    analysis.nodes.indices.contains { user in
      guard edges[user][node] != nil else { return false }
      if reaches[user].bodies[body] != nil { return true }
      guard case .declaration(let symbol) = body, let type = analysis.program.type(of: symbol) else { return false }
      return reaches[user].types[type] != nil
    }
  }

  /// The name of the type that contains a body, otherwise of the function.
  func name(of body: Body) -> String? {
    switch body {
    case .declaration(let symbol):
      let variable = analysis.program.symbols[symbol].accessedVariable ?? symbol
      if analysis.injectionTypes[variable] != nil { return nil }
      let type = analysis.program.type(of: symbol).flatMap { analysis.program.symbols[$0].isType ? $0 : nil }
      return analysis.program.qualifiedName(of: type ?? symbol)
    case .part(let file, let offset): return analysis.nodeName(ofPart: offset, in: file)
    case .attributes(let type): return analysis.program.qualifiedName(of: type)
    case .topLevel(let module): return "\(module)/main.swift"
    }
  }
}
