import Foundation

/// The input of the page: a document and values that the tool derives from the document.
///
/// The page itself follows the ways from a node and ranks the names of a search, as `Links` and `NameSearch` do;
/// `Tests/GraphCases/browser.py` compares them.
struct Page: Encodable {
  struct Sign: Encodable { let name, arrow, words: String }

  let document: Document

  /// The signs of edges, from early to late.
  let signs: [Sign]

  /// The names of the signs of the edges.
  let moments: [String]

  /// An executable, and the nodes that only other executables reach.
  struct Executable: Encodable {
    let name: String?
    let foreign: [Document.ID]
  }

  /// The executables, or all sources as one without a name.
  ///
  /// Each way from a node to another one is in one of them.
  let executables: [Executable]

  /// For each node, the number of nodes that break without it, and how many of them certainly do.
  let dependents: [Int]
  let certainDependents: [Int]
  let longestChain: [Document.ID]

  /// For each fault, the nodes that it concerns, otherwise the nodes that contain its declarations.
  let faultNodes: [[Document.ID]]

  /// For each node, the number of instances that are cleared or expire before the instance of the node, which keeps them.
  let captives: [Int]

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
    executables = links.executables.map { executable in
      Executable(name: executable.name, foreign: executable.foreign.sorted().map { document.nodes[$0].id })
    }
    let counts = document.nodes.indices.map(links.countOfDependents)
    dependents = counts.map(\.all)
    certainDependents = counts.map(\.certain)
    let captives = document.captives
    self.captives = document.nodes.map { captives[$0.id]?.count ?? 0 }
    longestChain = links.longestChain.map(\.id)
    terms = NameSearch(document).terms
    changes = comparison?.sections
    changed = comparison?.changedNodes ?? [:]
    faultNodes = document.faults.map { $0.owners(in: ids) }
  }

  /// A page of HTML that needs nothing else, in which the graph can be searched.
  var html: String {
    // In a script, HTML gives `<` a meaning in `</script>` and in `<!--<script>`. In JSON, it is only in strings.
    let json = JSONFile.encode(self).replacing("<", with: "\\u003c")
    return Self.template.replacing("/* graph */", with: json, maxReplacements: 1)
  }

  /// The page with its style and its script, and a placeholder for the graph.
  static var template: String {
    String(decoding: PackageResources.Page_html, as: UTF8.self)
      .replacing("/* style */", with: String(decoding: PackageResources.Page_css, as: UTF8.self))
      .replacing("/* script */", with: script)
  }

  static var script: String { String(decoding: PackageResources.Page_js, as: UTF8.self) }
}
