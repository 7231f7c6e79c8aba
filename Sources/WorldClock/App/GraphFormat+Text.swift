import VialInspection

extension InjectionGraph {
  /// Returns the graph in a format of the command line.
  func text(in format: GraphFormat) -> String {
    switch format {
    case .mermaid: mermaid
    case .dot: dot
    }
  }
}
