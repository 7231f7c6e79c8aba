/// A reason why code perhaps does not run.
struct Doubt: Hashable {
  /// A kind of reason, from weak to strong.
  enum Kind: Comparable {
    /// A branch before the code can leave the function. Code that follows it can follow the same exit.
    case exit

    /// A branch, a context or a closure that is perhaps called decides, or an injection is passed on, or the tool cannot
    /// read the code around it.
    case branch

    /// It is one of several implementations.
    case implementation
  }

  let kind: Kind

  /// The place of the branch, of the exit or of the call.
  let place: Location

  /// The position of the branch that leads to the code, or that can leave the function, among the branches of an `if` or a
  /// `switch`.
  var branch = 0

  /// The number of branches of which exactly one runs, or `nil` if perhaps none runs.
  var branches: Int?

  /// The groups of other doubts that, together with this one, are all ways through an `if` or a `switch`: the other branches,
  /// and for a branch that leaves the function the code after it.
  var alternatives: [[Doubt]] {
    switch kind {
    case .implementation: []
    case .exit: [[twin(.branch, branch)]]
    case .branch:
      [[twin(.exit, branch)]]
        + (branches.map { count in [(0..<count).filter { $0 != branch }.map { twin(.branch, $0) }] } ?? [])
    }
  }

  private func twin(_ kind: Kind, _ branch: Int) -> Doubt {
    Doubt(kind: kind, place: place, branch: branch, branches: branches)
  }
}
