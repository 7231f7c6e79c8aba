import Vial

/// The order in which tokens are rolled back.
enum RollbackOrder: CaseIterable {
  case oldestFirst
  case newestFirst
  case mixed

  func arranged(_ tokens: [Override]) -> [Override] {
    switch self {
    case .oldestFirst: return tokens
    case .newestFirst: return tokens.reversed()
    case .mixed:
      // A prime beyond the counts used here visits each once.
      return tokens.indices.map { tokens[$0 * 48_611 % tokens.count] }
    }
  }
}
