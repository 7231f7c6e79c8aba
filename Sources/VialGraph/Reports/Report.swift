import Foundation

/// A text about a document, by the name of `--format`.
enum Report: String, CaseIterable {
  case text, mermaid, dot, json, html

  func text(of document: Document) -> String {
    switch self {
    case .text: document.text
    case .mermaid: document.mermaid()
    case .dot: document.dot
    case .json: JSONFile.text(document)
    case .html: document.html
    }
  }
}

extension Document {
  /// A page that needs nothing else, in which the graph can be searched.
  var html: String {
    let page = String(decoding: PackageResources.Page_html, as: UTF8.self)
    // In a script, HTML gives `<` a meaning in `</script>` and in `<!--<script>`. In JSON, it is only in strings.
    let json = JSONFile.text(self).replacing("<", with: "\\u003c")
    return page.replacing("/* graph */", with: json, maxReplacements: 1)
  }
}
