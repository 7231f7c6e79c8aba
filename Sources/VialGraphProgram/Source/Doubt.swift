/// A reason why code perhaps does not run.
package struct Doubt: Hashable {
  package enum Kind {
    /// A branch before the code can leave the function. Code after the same branch has the same doubt.
    case exit

    /// A branch or a closure that is perhaps called decides, or the text of the code cannot be read.
    case branch
  }

  package let kind: Kind

  /// The place of the branch, of the exit or of the call.
  package let place: Location

  /// The position of the branch that leads to the code, or that can leave the function, among the branches.
  package let branch: Int

  /// The number of branches of which exactly one runs.
  ///
  /// An `if` without `else` has a branch without code, which is the last one.
  package let branches: Int

  package init(kind: Kind, place: Location, branch: Int = 0, branches: Int = 2) {
    self.kind = kind
    self.place = place
    self.branch = branch
    self.branches = branches
  }
}
