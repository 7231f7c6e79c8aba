import Foundation
import Testing

@testable import VialGraph

struct ReportTests {
  private let document = Document.fixture

  @Test func textHasAParagraphForEachInjection() {
    let paragraphs = """
      Services.weather: any Weather  .shared  Feature/File.swift:8
        ⇢ http through Live.init()
        used by Home.StateModel
      http: Box<Int>  required  Api/File.swift:2
        used by Services.weather
      """
    expect(document.overview.hasPrefix(paragraphs))
    expectEqual(document.overview.components(separatedBy: "\n").count, 7)
  }

  @Test func aReaderIsNamedAfterThePath() {
    let edge = Document.Edge.edge("A/a", "A/b", .firstRead, through: ["A.show()"], readBy: "A.service")
    let document = Document(nodes: [.injection("A/a"), .injection("A/b")], edges: [edge])
    expect(document.overview.contains("  ⇠ b through A.show(), read by A.service\n"))
  }

  @Test func mermaidEscapesAngleBracketsAndQuotationMarks() {
    let document = document(named: "a\"b#<c>&\nd")
    expect(document.mermaid().contains("n0[\"a#quot;b#35;#lt;c#gt;#amp; d<br/>"))
  }

  @Test func mermaidMarksUsesThatAreNotCertain() {
    expect(document.mermaid().contains("n0 -.->|perhaps| n1"))
    expect(document.mermaid().contains("n2 -.->|first read| n0"))
  }

  @Test func mermaidGivesCodeRoundedBoxes() {
    expect(document.mermaid().contains("n2(\"Home.StateModel<br/>model<br/>Feature/File.swift:12\")"))
  }

  @Test func equalNamesInTwoModulesAreTwoNodesOfEachFormat() {
    let document = Document(
      nodes: [.injection("A/a"), .injection("B/a"), .injection("B/b")],
      edges: [.edge("B/b", "B/a")]
    )
    expect(document.mermaid().contains("n2 --> n1"))
    expect(
      document.overview.contains("a: Int  .shared  A/File.swift:1\na: Int  .shared  B/File.swift:1\n  used by b\n")

    )
  }

  @Test func noNameOrPathEndsTheScriptOfThePage() throws {
    var document = document(named: "<!--<script>")
    document.faults = [.fault("a", [], line: 1, "</script><img src=x onerror=alert(1)>")]
    let page = Page(document).html
    let start = try #require(page.range(of: "id=\"graph\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let data = String(page[start.upperBound..<end.lowerBound])
    expect(!data.contains("<"))
    let input = try JSONDecoder().decode(Input.self, from: Data(data.utf8))
    expectEqual(input.nodes.map(\.name), ["<!--<script>"])
    expectEqual(input.faults.map(\.message), ["</script><img src=x onerror=alert(1)>"])
  }

  private struct Input: Decodable {
    struct Node: Decodable { let name: String }
    struct Fault: Decodable { let message: String }
    let nodes: [Node]
    let faults: [Fault]
  }

  @Test func thePageKnowsWhatTheTextSays() {
    let page = Page(document)
    expectEqual(page.uses.map { [$0.user, $0.needed] }, [[0, 1], [2, 0], [3, 2]])
    expectEqual(page.uses.map(\.sign), ["possibleBuild", "firstRead", "later"])
    expectEqual(page.signs.map(\.arrow), ["→", "⇢", "⇠", "⤳"])
    expectEqual(page.nodes.map(\.dependents), [2, 3, 1, 0])
    expectEqual(page.nodes.map(\.certainDependents), [2, 0, 1, 0])
    expectEqual(page.nodes.map(\.captives), [1, 0, 0, 0])
    expectEqual(page.nodes.map(\.directNeeds), [1, 0, 1, 1])
    expectEqual(page.longestChain.count, 1)
    expectEqual(page.faults.map(\.nodes), [[0, 1]])
  }

  @Test func parallelEdgesAreOneUseThatIsCertainIfOneIs() {
    let edges: [Document.Edge] = [
      .edge("A/a", "A/b", .later, readBy: "A.b"), .edge("A/a", "A/b", certain: false), .edge("A/a", "A/gone"),
    ]
    let page = Page(Document(nodes: [.injection("A/a"), .injection("A/b")], edges: edges))
    expectEqual(page.uses.map(\.sign), ["possibleBuild"])
    expectEqual(page.uses.map(\.isCertain), [true])
    expectEqual(page.executables.map(\.uses), [[[0, 1, 1]]])
  }

  @Test func aCallOfANamespaceEndsAWayOfThePage() {
    var edge = Document.Edge.edge("A/a", "A/names")
    edge.isCall = true
    let page = Page(Document(nodes: [.injection("A/a"), .code("A/names", .code)], edges: [edge]))
    expectEqual(page.executables.map(\.uses), [[[0, 1 + 2, 1]]])
  }

  @Test func onlyInjectionsAreDirectNeedsOfAnInjection() {
    let nodes: [Document.Node] = [.injection("A/a"), .injection("A/b"), .code("A/Live", .implementation)]
    let edges: [Document.Edge] = [.edge("A/a", "A/b"), .edge("A/a", "A/Live"), .edge("A/Live", "A/b")]
    expectEqual(Page(Document(nodes: nodes, edges: edges)).nodes.map(\.directNeeds), [1, 0, 1])
  }

  @Test func modulesAreLinkedByUsesAndProvidedInjections() {
    var document = document
    document.nodes[1].providers = [.init("App", 3), .init("App", 4)]
    let links = Page(document).moduleLinks
    expectEqual(links.map { [$0.user, $0.needed] }, [["App", "Api"], ["Feature", "Api"]])
    expectEqual(links.map(\.provided), [[1], []])
    expectEqual(links.map(\.uses), [[], [0]])
    expectEqual(Page(document).nodes.map(\.home), ["Feature", "App", "Feature", "Feature"])
  }

  @Test func theRemedyOfAFaultIsApart() {
    var document = document
    let messages = [
      "captive dependency: a keeps b: use @WeakInstance",
      "dependency cycle: a → a, with the same key",
      "it keeps f(_:): write provide(with: …) without resolve()",
    ]
    document.faults = messages.map { .fault("copy", ["Api/http"], line: 1, $0) }
    let faults = Page(document).faults
    let texts = ["captive dependency: a keeps b", "dependency cycle: a → a, with the same key", "it keeps f(_:)"]
    expectEqual(faults.map(\.message), texts)
    expectEqual(faults.map(\.remedy), ["use @WeakInstance", nil, "write provide(with: …) without resolve()"])
  }

  @Test func anInjectionWithoutUseIsNoFaultOfThePage() {
    var document = document
    document.faults = [.fault(Rule.unused, ["Api/http"], line: 1, "only tests use http")]
    let page = Page(document)
    expect(page.faults.isEmpty)
    expectEqual(page.nodes.map(\.unused), [nil, "only tests use http", nil, nil])
  }

  /// The scripts have a style for each sign and a title for each kind.
  @Test func theScriptsNameEachSignAndKind() {
    let html = Page(document).html
    for sign in Document.Edge.Sign.allCases { expect(html.contains(" \(sign): \"")) }
    for kind in Document.Node.Kind.allCases { expect(html.contains(" \(kind): [")) }
  }

  @Test func jsonIsADocument() throws {
    try expectEqual(JSONDecoder().decode(Document.self, from: Data(JSONFile.encode(document).utf8)), document)
  }

  private func document(named name: String) -> Document {
    let place = Document.Place(file: "Sources/<!--<script>.swift", fileID: "A/<!--<script>.swift", line: 1)
    return Document(nodes: [.init(id: "A/a", kind: .injection, name: name, type: "Int", at: place)])
  }
}
