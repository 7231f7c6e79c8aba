/// The ranking of the nodes of a document by a text: the best match first, then injections, then what more code depends on.
///
/// The search of the page ranks by the same terms and in the same order.
struct NameSearch {
  struct Match {
    let node: Int

    /// The name of the node that resembles the text.
    let term: String
    let rank: Int
  }

  /// For each node, the names by which it can be found: its name, its type, its consumers and its file.
  let terms: [[String]]
  private let document: Document
  private let links: Document.Links

  init(_ document: Document) {
    self.document = document
    links = Document.Links(document)
    let readers = Dictionary(grouping: document.edges.filter { $0.readBy != nil }, by: \.from)
    terms = document.nodes.map { node in
      let file = node.at.fileID.split(separator: "/").last.map(String.init) ?? ""
      let names = [node.name, node.type, file] + (readers[node.id] ?? []).compactMap(\.readBy)
      return names.filter { !$0.isEmpty }
    }
  }

  /// The nodes with a term that resembles a text, or with one that resembles the last component of the text.
  func nodes(near text: String) -> [Match] {
    // The time to compare names grows with their lengths.
    if text.count > 200 { return [] }
    let component = String(text.split(separator: ".").last ?? "")
    let found = document.nodes.indices.compactMap { node -> Match? in
      let matches = terms[node].compactMap { term -> Match? in
        let ranks = [Self.rank(of: term, for: text), Self.rank(of: term, for: component).map { $0 + 1 }]
        return ranks.compactMap(\.self).min().map { Match(node: node, term: term, rank: $0) }
      }
      return matches.min { $0.rank < $1.rank }
    }
    let order = document.nodes.indices.map { node in
      (Document.Node.Kind.allCases.firstIndex(of: document.nodes[node].kind) ?? 0, -links.users[node].count)
    }
    return found.sorted { a, b in
      (a.rank, order[a.node].0, order[a.node].1, document.nodes[a.node].name)
        < (b.rank, order[b.node].0, order[b.node].1, document.nodes[b.node].name)
    }
  }

  /// How well a term matches a text, without regard to case: 0 if the term or its last component is the text, 1 if one of them
  /// begins with the text, 2 if the term contains the text, a higher number if a few letters differ, otherwise `nil`.
  static func rank(of term: String, for text: String) -> Int? {
    let term = term.lowercased()
    let text = text.lowercased()
    let words = [term, String(term.split(separator: ".").last ?? "")]
    if words.contains(text) { return 0 }
    if words.contains(where: { $0.hasPrefix(text) }) { return 1 }
    if term.contains(text) { return 2 }
    let changes = words.map { difference(Array($0.utf8), Array(text.utf8)) }.min() ?? 0
    return changes <= min(3, (text.count + 1) / 4) ? 2 + changes : nil
  }

  /// The number of characters to insert, remove or replace.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for i in a.indices {
      var next = [i + 1]
      for j in b.indices { next.append(min(next[j] + 1, row[j + 1] + 1, row[j] + (a[i] == b[j] ? 0 : 1))) }
      row = next
    }
    return row[b.count]
  }
}
