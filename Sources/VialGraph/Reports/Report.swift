import Foundation

/// A text about a document, by the name of `--format`.
enum Report: String, CaseIterable {
  case text, mermaid, dot, json, html

  /// Returns the text about a document, or about the nodes at some positions and their neighbours.
  func text(of document: Document, around found: [Int]?) -> String {
    let part = found.map(document.neighbourhood)
    switch self {
    case .text:
      if let found { return document.text(around: found) }
      return document.run.map { document.text(of: $0) } ?? document.text
    case .mermaid: return (part ?? document.selecting(\.isInjection)).mermaid()
    case .dot: return (part ?? document.selecting(\.isInjection)).dot
    case .json: return JSONFile.text(part ?? document)
    case .html: return (part ?? document).html
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
