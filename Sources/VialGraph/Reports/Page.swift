import Foundation

/// The input of the page: a document and everything that the tool derives from it, so that the page only draws.
struct Page: Encodable {
  struct Sign: Encodable { let name, arrow, words: String }

  let document: Document

  /// The signs of edges, from early to late.
  let signs: [Sign]

  /// The names of the signs of the edges.
  let moments: [String]

  /// For each node, the number of nodes that break without it.
  let dependents: [Int]
  let longestChain: [Document.ID]

  /// For each fault, the nodes that it concerns, otherwise the nodes that contain its declarations.
  let faultNodes: [[Document.ID]]

  /// For each node, the names by which the search finds it.
  let terms: [[String]]

  /// The differences from another document, if the page is of a comparison, and the nodes that are new or changed.
  let changes: [Comparison.Section]?
  let changed: [Document.ID: String]

  init(_ document: Document, _ comparison: Comparison? = nil) {
    let links = Document.Links(document)
    let ids = Set(document.nodes.map(\.id))
    self.document = document
    signs = Document.Edge.Sign.allCases.map { Sign(name: "\($0)", arrow: $0.arrow, words: $0.words) }
    moments = document.edges.map { "\($0.sign)" }
    dependents = document.nodes.indices.map(links.countOfDependents)
    longestChain = links.longestChain.map(\.id)
    terms = NameSearch(document).terms
    changes = comparison?.sections
    changed = comparison?.changedNodes ?? [:]
    faultNodes = document.faults.map { $0.owners(in: ids) }
  }

  /// A page of HTML that needs nothing else, in which the graph can be searched.
  var html: String {
    let template = pageTemplate
    // In a script, HTML gives `<` a meaning in `</script>` and in `<!--<script>`. In JSON, it is only in strings.
    let json = JSONFile.encode(self).replacing("<", with: "\\u003c")
    return template.replacing("/* graph */", with: json, maxReplacements: 1)
  }
}
