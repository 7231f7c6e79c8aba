extension Document {
  /// Paragraphs about the nodes at some positions: what breaks without each of them, and its direct neighbours.
  func text(around found: [Int], _ links: Links) -> String {
    let parts = found.flatMap { index in breaks(without: index, links) + [""] + paragraph(about: index, links) + [""] }
    return (parts + [Edge.legend]).joined(separator: "\n")
  }

  private func breaks(without index: Int, _ links: Links) -> [String] {
    let dependents = links.dependents(of: index)
    let name = nodes[index].name
    if dependents.isEmpty { return ["Without \(name), nothing in the graph breaks."] }
    let counts = Node.Kind.allCases.compactMap { kind -> String? in
      let count = dependents.filter { $0.node.kind == kind }.count
      return count == 0 ? nil : kind.counted(count)
    }
    return ["Without \(name), \(counts.joined(separator: ", ")) \(dependents.count == 1 ? "breaks" : "break"):"]
      + lines("directly", dependents.filter { $0.distance == 1 })
      + lines("indirectly", dependents.filter { $0.distance > 1 })
  }

  private func lines(_ title: String, _ found: [Links.Found]) -> [String] {
    let lines = Node.Kind.allCases.flatMap { kind in
      found.filter { $0.node.kind == kind }.map { found -> String in
        let through = found.through.isEmpty ? "" : "  through \(found.through.map(\.name).joined(separator: ", "))"
        return "    \(found.node.name)  \(kind)  \(found.node.at)\(through)\(found.isCertain ? "" : "  perhaps")"
      }
    }
    return lines.isEmpty ? [] : ["  \(title)"] + lines
  }
}

extension Document.Node.Kind {
  /// A number of nodes, in words.
  func counted(_ count: Int) -> String {
    "\(count) \(self == .code ? "other declaration" : rawValue)\(count == 1 ? "" : "s")"
  }
}
