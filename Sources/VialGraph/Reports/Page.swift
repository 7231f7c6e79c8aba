import Foundation

/// A page of HTML about a document: the input of the scripts in the folder `Page`, which draw it.
///
/// The scripts decide nothing about the graph: the tool decides which uses a way follows, and how the search orders its results.
/// Nodes refer to each other by their positions.
struct Page: Encodable {
  let origin: Origin
  let signs: [Sign]
  let rules: [RuleSummary]
  let nodes: [Node]
  let uses: [Use]
  let executables: [Executable]
  let modules: [Module]
  let moduleLinks: [ModuleLink]
  let longestChain: [Int]
  let faults: [Fault]
  let tests: [Test]
  let run: Run?
  let changes: Changes?

  init(_ document: Document, of origin: Origin = Origin(), _ comparison: Comparison? = nil) {
    let builder = PageBuilder(document, comparison)
    self.origin = origin.describing(document)
    signs = Document.Edge.Sign.allCases.map { Sign(name: "\($0)", arrow: $0.arrow, words: $0.words) }
    rules = Rule.all.map { RuleSummary(id: $0.id, summary: $0.summary) }
    nodes = builder.nodes
    uses = builder.uses
    executables = builder.executables
    modules = builder.modules
    moduleLinks = builder.moduleLinks
    longestChain = builder.positions(of: builder.links.longestChain.map(\.id))
    faults = builder.faults
    tests = builder.tests
    run = builder.run
    changes = builder.changes
  }
}

// MARK: - Parts

extension Page {
  /// The state that the page shows.
  struct Origin: Encodable {
    /// The folder of the application, and its commit.
    var folder = ""
    var commit: String?

    /// The executable of `--from`.
    var executable: String?

    /// The time at which the page was written.
    var date = ""
    var version = ""
    var executables: [String] = []

    /// The files whose index is older than the source, or cannot be read.
    var oldFiles: [String] = []

    fileprivate func describing(_ document: Document) -> Self {
      var origin = self
      origin.executables = document.modules.filter { $0.reaches?.isEmpty == false }.map(\.name)
      origin.oldFiles = document.unread + document.changed
      return origin
    }
  }

  struct Sign: Encodable { let name, arrow, words: String }

  struct RuleSummary: Encodable { let id, summary: String }

  struct Place: Encodable {
    let module, place: String

    init(_ place: Document.Place) {
      module = place.module
      self.place = place.description
    }
  }

  struct Node: Encodable {
    let name: String
    let kind: Document.Node.Kind
    let module, type, strategy, place: String
    let providers, overriders: [Place]

    /// The module with the code of the node.
    let home: String

    /// The number of direct needs, for an injection without those that it has as the types that its factory builds.
    let directNeeds: Int

    /// The names by which the search finds the node, and the position among nodes that match equally well.
    let terms: [String]
    let order: Int

    /// The number of nodes that break without the node, and how many of them certainly do.
    let dependents, certainDependents: Int

    /// The number of instances that are cleared or expire before the instance of the node, which keeps them.
    let captives: Int

    /// Why the rule `unused` reports the node.
    let unused: String?

    /// `new` or `changed` in a comparison.
    let change: String?
    let usage: Usage?
  }

  /// The use of a node by another one: the earliest one, if there are several.
  struct Use: Encodable {
    let user, needed: Int
    let sign: String

    /// Whether one of the uses is certain.
    let isCertain: Bool
    let through: [String]
    let readBy: String?

    /// `new` or `changed` in a comparison.
    let change: String?
  }

  /// An executable, or all sources as one without a name.
  ///
  /// Each way from a node to another one is in one of them.
  struct Executable: Encodable {
    let name: String?

    /// The user, the needed node, and 1 if the use is certain, for each use that a way can follow.
    ///
    /// A use that only calls members of a namespace ends a way: its needed node is the position plus the number of nodes.
    let uses: [[Int]]
  }

  struct Module: Encodable {
    let name: String
    let isExecutable: Bool

    /// Whether other modules provide most of its injections.
    let isInterface: Bool
  }

  /// The uses by the code of a module, and the injections that it provides, in another module.
  struct ModuleLink: Encodable {
    let user, needed: String
    var uses: [Int] = []
    var provided: [Int] = []
  }

  struct Fault: Encodable {
    let rule: String
    let severity: Rule.Severity
    let message: String

    /// The end of the message with the remedy, if there is one.
    let remedy: String?
    let module, place: String

    /// The nodes that the fault concerns, or that contain its declarations.
    let nodes: [Int]

    /// The name of the test, or of the code of tests, in which the fault is.
    let test: String?
  }

  struct Test: Encodable {
    let name, module, place: String
    let uses, overrides, provides, permits: [Int]
  }

  struct Run: Encodable {
    let builds: [Build]
    let unmatched: [String]
  }

  struct Build: Encodable {
    let node: Int
    let start, seconds: Double
    let depth: Int
    let isOriginal: Bool
  }

  /// The builds and the reuses of an injection in the run.
  struct Usage: Encodable {
    let builds, keys, reuses, originals: Int
    let seconds, secondsOfOriginals, secondsWithNeeds: Double

    /// The node that asked for the first build.
    let requester: Int?
  }

  /// The differences from another document.
  struct Changes: Encodable {
    struct Section: Encodable {
      let title: String
      let lines: [Line]
    }

    struct Line: Encodable {
      /// The node that changed.
      let node: Int?
      let pieces: [Comparison.Piece]
    }

    let sections: [Section]

    /// The user and the needed node of each removed use, if the page has both.
    let removedUses: [[Int]]
  }
}

// MARK: - HTML

extension Page {
  /// A page of HTML that needs nothing else, in which the graph can be searched.
  var html: String { Self.template.replacing("/* graph */", with: json, maxReplacements: 1) }

  private var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    // In a script, HTML gives `<` a meaning in `</script>` and in `<!--<script>`. In JSON, it is only in strings.
    return text.replacing("<", with: "\\u003c")
  }

  /// The page with its style and its scripts, and a placeholder for the graph.
  private static var template: String {
    text(PackageResources.Page_html)
      .replacing("/* style */", with: text(PackageResources.Page_css))
      .replacing("/* script */", with: scripts.map(text).joined(separator: "\n"))
  }

  /// The scripts, each of which reads the ones before.
  private static let scripts = [
    PackageResources.Markup_js, PackageResources.Graph_js, PackageResources.Layout_js, PackageResources.Parts_js,
    PackageResources.Drawings_js, PackageResources.Neighbourhood_js, PackageResources.Timeline_js,
    PackageResources.Overview_js, PackageResources.NodePage_js, PackageResources.Pages_js, PackageResources.Search_js,
    PackageResources.Navigation_js, PackageResources.Interaction_js,
  ]

  private static func text(_ resource: [UInt8]) -> String { String(decoding: resource, as: UTF8.self) }
}
