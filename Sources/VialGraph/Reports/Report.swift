import Foundation

/// A format of the graph, by the name of `--format`.
enum Report: String, CaseIterable {
  case text, mermaid, json

  /// Returns the output about a document, with lists about the recorded run if there is one.
  func output(about document: Document) -> String {
    switch self {
    case .text: document.run.map(document.summary) ?? document.overview
    case .mermaid: document.selecting(\.isInjection).mermaid()
    case .json: JSONFile.encode(document)
    }
  }

  /// Returns the output about the nodes at some positions, their neighbours, and the dependents of some kinds.
  func output(about document: Document, around found: [Int], kinds: [Document.Node.Kind]) -> String {
    switch self {
    case .text: document.answer(about: found, kinds: kinds)
    case .mermaid: document.neighbourhood(of: found, kinds: kinds).mermaid()
    case .json: JSONFile.encode(document.neighbourhood(of: found, kinds: kinds))
    }
  }

  /// Returns the output about the nodes on a path.
  func output(about document: Document, along path: [Document.Links.Link]) -> String {
    switch self {
    case .text: document.text(of: path)
    case .mermaid: document.selecting(path).mermaid()
    case .json: JSONFile.encode(document.selecting(path))
    }
  }
}

/// A format of a comparison, by the name of `compare --format`.
enum ComparisonFormat: String, CaseIterable {
  case markdown, page
}
