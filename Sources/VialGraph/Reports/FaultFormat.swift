/// A format of faults, by the name of `faults --format`.
enum FaultFormat: String, CaseIterable {
  case text

  func text(of faults: [Document.Fault]) -> String { faults.map(\.description).joined(separator: "\n") }
}
