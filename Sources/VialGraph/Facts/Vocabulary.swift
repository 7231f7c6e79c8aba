/// The declarations that facts are about: declarations of the library, and variables that hold injections.
struct Vocabulary {
  /// The names of the symbols that belong to the library.
  private(set) var vial: [SymbolID: String] = [:]

  /// The variables that hold injections, families or flows.
  private(set) var held: [SymbolID: HeldType] = [:]

  /// The wrapped properties, with the names of their wrappers.
  private(set) var consumers: [SymbolID: String] = [:]

  /// The flows that the initial value of a flow names, which end with the flow.
  private(set) var childFlows: [SymbolID: [SymbolID]] = [:]

  init(_ program: Program) {
    for (id, symbol) in program.symbols.enumerated() {
      vial[id] = symbol.vialName
      held[id] = symbol.definition == nil ? nil : symbol.heldType
    }
    for reference in program.files.lazy.flatMap(\.references) {
      guard let variable = reference.container, program[variable].isVariable else { continue }
      if held[variable] == .flow, held[reference.symbol] == .flow {
        childFlows[variable, default: []].append(reference.symbol)
      }
      if let name = vial[reference.symbol], name.hasSuffix("Instance.init") {
        consumers[variable] = String(name.dropLast(".init".count))
      }
    }
  }

  /// Whether a variable holds injections or families, in contrast to flows.
  func holdsInjections(_ variable: SymbolID) -> Bool { held[variable].map { $0 != .flow } ?? false }
}

/// The injections, families or flows that a variable of the application holds.
enum HeldType: Equatable, CustomStringConvertible {
  /// An injection, or a collection, an optional or a tuple that contains injections.
  case injection(String)
  case family(String)
  case flow

  var isFamily: Bool { if case .family = self { true } else { false } }

  var description: String {
    switch self {
    case .injection(let type): type
    case .family(let types): "family of \(types)"
    case .flow: "flow"
    }
  }
}
