import Foundation
import Testing

@testable import VialGraph

struct GraphDocumentTests {
  private let document: GraphDocument

  init() throws {
    let json = """
      {"nodes": [
        {"name": "App.a", "type": "Box<Int>", "strategy": ".shared", "place": "App/A.swift:1",
         "needs": [{"name": "App.b", "when": "conditional", "through": ["Box.init()"]}], "usedBy": []},
        {"name": "App.b", "type": "any B", "strategy": "required", "place": "App/B.swift:2",
         "needs": [], "usedBy": ["App.a"]}
      ], "faults": [{"severity": "error", "file": "App/B.swift", "line": 2, "message": "</script>"}]}
      """
    document = try JSONDecoder().decode(GraphDocument.self, from: Data(json.utf8))
  }

  @Test func textHasAParagraphForEachInjection() {
    let paragraphs = """
      App.a: Box<Int>  .shared  App/A.swift:1
        ⇢ App.b through Box.init()
      App.b: any B  required  App/B.swift:2
        used by App.a
      """
    #expect(document.text.hasPrefix(paragraphs))
  }

  @Test func mermaidEscapesAngleBrackets() {
    #expect(document.mermaid.contains("n0[\"App.a<br/>Box#lt;Int#gt;<br/>.shared<br/>App/A.swift:1\"]"))
    #expect(document.mermaid.contains("n0 -.->|perhaps| n1"))
  }

  @Test func dotHasLabelsAndEdges() {
    #expect(document.dot.contains("n1 [label=\"App.b\\nany B\\nrequired\\nApp/B.swift:2\"];"))
    #expect(document.dot.contains("n0 -> n1 [style=dashed, label=perhaps];"))
  }

  @Test func pageContainsTheGraphAndNoEndOfTheScript() {
    #expect(document.html.contains("\"App.a\""))
    #expect(document.html.components(separatedBy: "</script>").count == 2)
  }
}
