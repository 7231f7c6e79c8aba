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
      // Steps of a prime number that is larger than the number of tokens visit each token once.
      return tokens.indices.map { tokens[$0 * 48_611 % tokens.count] }
    }
  }
}
