import Foundation

/// A text about a document, by the name of `--format`.
enum Report: String, CaseIterable {
  case text, mermaid, dot, json, html

  func text(of document: Document) -> String {
    switch self {
    case .text: document.text
    case .mermaid: document.mermaid
    case .dot: document.dot
    case .json: document.json
    case .html: document.html
    }
  }
}

extension Document {
  var json: String { JSONFile.text(self) }

  /// A page that needs nothing else, in which the graph can be searched.
  var html: String {
    let page = String(decoding: PackageResources.Page_html, as: UTF8.self)
    // In a script, HTML gives `<` a meaning in `</script>` and in `<!--<script>`. In JSON, it is only in strings.
    return page.replacing("/* graph */", with: json.replacing("<", with: "\\u003c"), maxReplacements: 1)
  }
}
