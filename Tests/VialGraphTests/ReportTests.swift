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
    try expectEqual(JSONDecoder().decode(Input.self, from: Data(data.utf8)).document, document)
  }

  private struct Input: Decodable { let document: Document }

  @Test func thePageKnowsWhatTheTextSays() {
    let page = Page(document)
    expectEqual(page.moments, ["possibleBuild", "firstRead", "later"])
    expectEqual(page.signs.map(\.arrow), ["→", "⇢", "⇠", "⤳"])
    expectEqual(page.dependents, [2, 3, 1, 0])
    expectEqual(page.certainDependents, [2, 0, 1, 0])
    expectEqual(page.captives, [1, 0, 0, 0])
    expectEqual(page.longestChain.count, 1)
    expectEqual(page.faultNodes, [["Feature/Services.weather", "Api/http"]])
  }

  /// The script reads a property as `given.name`, or as a parameter of `read`.
  @Test func theScriptReadsEachPropertyOfTheInput() throws {
    let comparison = Comparison(from: Document(), to: document)
    let input = JSONFile.encode(Page(comparison.head, comparison))
    let properties = try #require(try JSONSerialization.jsonObject(with: Data(input.utf8)) as? [String: Any])
    let parameters = try #require(Page.script.firstMatch(of: /function read\(\{([^}]*)\}\)/)).1
    let read = parameters.matches(of: /\w+/).map(\.output) + Page.script.matches(of: /\bgiven\.(\w+)/).map(\.1)
    expectEqual(Set(read.map(String.init)), Set(properties.keys))
  }

  @Test func theScriptNamesEachSignAndKind() {
    for sign in Document.Edge.Sign.allCases { expect(Page.script.contains(" \(sign): \"")) }
    for kind in Document.Node.Kind.allCases { expect(Page.script.contains(" \(kind): [")) }
  }

  @Test func jsonIsADocument() throws {
    try expectEqual(JSONDecoder().decode(Document.self, from: Data(JSONFile.encode(document).utf8)), document)
  }

  private func document(named name: String) -> Document {
    let place = Document.Place(file: "Sources/<!--<script>.swift", fileID: "A/<!--<script>.swift", line: 1)
    return Document(nodes: [.init(id: "A/a", kind: .injection, name: name, type: "Int", at: place)])
  }
}
