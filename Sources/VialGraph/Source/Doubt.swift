/// A reason why code perhaps does not run.
struct Doubt: Hashable {
  /// A kind of reason, from weak to strong.
  enum Kind: Comparable {
    /// The code before it can leave the function. What follows the code can follow the same exit.
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

  /// The position of the branch that leads to the code among the branches of an `if` or a `switch`.
  var branch = 0

  /// The number of branches of which exactly one runs, or `nil` if perhaps none runs.
  var branches: Int?

  /// The doubts of the other branches, or an empty list if perhaps no branch runs.
  var alternatives: [Doubt] {
    (0..<(branches ?? 0)).filter { $0 != branch }.map {
      Doubt(kind: kind, place: place, branch: $0, branches: branches)
    }
  }
}
