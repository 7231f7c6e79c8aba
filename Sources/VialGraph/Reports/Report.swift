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
