import Foundation

/// A format of the graph, by the name of `--format`.
enum Report: String, CaseIterable {
  case text, mermaid, json

  /// Returns the output about a document, or about the nodes at some positions and their neighbours.
  func output(about document: Document, around found: [Int]?) -> String {
    let part = found.map(document.neighbourhood)
    let diagram = part ?? document.selecting(\.isInjection)
    switch self {
    case .text:
      if let found { return document.answer(about: found) }
      return document.run.map(document.summary) ?? document.overview
    case .mermaid: return diagram.mermaid()
    case .json: return JSONFile.encode(part ?? document)
    }
  }
}

extension Document {
  /// A page of HTML that needs nothing else, in which the graph can be searched.
  var page: String {
    let template = String(decoding: PackageResources.Page_html, as: UTF8.self)
    // In a script, HTML gives `<` a meaning in `</script>` and in `<!--<script>`. In JSON, it is only in strings.
    let json = JSONFile.encode(self).replacing("<", with: "\\u003c")
    return template.replacing("/* graph */", with: json, maxReplacements: 1)
  }
}
