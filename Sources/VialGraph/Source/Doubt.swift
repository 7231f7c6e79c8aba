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

  /// The position of the branch that leads to the code, or that can leave the function, among the branches.
  var branch = 0

  /// The number of branches of which exactly one runs.
  ///
  /// An `if` without `else` has a branch without code, which is the last one.
  var branches = 2
}
