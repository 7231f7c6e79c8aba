/// The ranking of the nodes of a document by a text: the best match first, then names before types, files and consumers,
/// then injections, then what more code uses.
///
/// The search of the page has the same terms and orders, and `Tests/GraphCases/search.json` has the results of both.
struct NameSearch {
  struct Match {
    let node: Int

    /// The name of the node that resembles the text.
    let term: String
    let rank: Int
  }

  /// For each node, the names by which it can be found: first its name, then its type, its place and its consumers.
  let terms: [[String]]

  /// For each node, its position among nodes that match equally well.
  let order: [Int]

  init(terms: [[String]], order: [Int]) {
    self.terms = terms
    self.order = order
  }

  init(_ document: Document) {
    order = Self.order(of: document)
    let readers = Dictionary(grouping: document.edges.filter { $0.readBy != nil }, by: \.from)
    terms = document.nodes.map { node in
      let names = [node.name, node.type, node.at.description] + (readers[node.id] ?? []).compactMap(\.readBy)
      return names.filter { !$0.isEmpty }
    }
  }

  private static func order(of document: Document) -> [Int] {
    let links = Document.Links(document)
    let keys = document.nodes.indices.map { node in
      let kind = Document.Node.Kind.allCases.firstIndex(of: document.nodes[node].kind) ?? 0
      return (kind, -Set(links.users[node].map(\.node)).count, document.nodes[node].name)
    }
    var order = Array(repeating: 0, count: keys.count)
    for (position, node) in keys.indices.sorted(by: { keys[$0] < keys[$1] }).enumerated() { order[node] = position }
    return order
  }

  /// The nodes with a term that resembles a text, or with one that resembles the last component of the text.
  func nodes(near text: String) -> [Match] {
    // The time to compare names grows with their lengths.
    if text.count > 200 { return [] }
    // A place such as `Services.swift:12` is searched as a whole.
    let isPlace = text.contains(":") || text.contains("/")
    let component = isPlace ? nil : String(text.split(separator: ".").last ?? "")
    let found = terms.indices.compactMap { node -> Match? in
      let matches = terms[node].compactMap { term -> Match? in
        let rankOfComponent = component.flatMap { Self.rank(of: term, for: $0) }.map { $0 + 1 }
        let ranks = [Self.rank(of: term, for: text), rankOfComponent]
        return ranks.compactMap(\.self).min().map { Match(node: node, term: term, rank: $0) }
      }
      return matches.min { $0.rank < $1.rank }
    }
    return found.sorted { a, b in
      (a.rank, isName(a) ? 0 : 1, order[a.node]) < (b.rank, isName(b) ? 0 : 1, order[b.node])
    }
  }

  private func isName(_ match: Match) -> Bool { match.term == terms[match.node].first }

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
