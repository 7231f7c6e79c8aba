extension OverrideScope {
  /// The overrides that the scope sees, oldest first.
  ///
  /// An outer scope is older than the scopes inside, so its overrides are usually older, too, and each one is appended.
  var activeOverrides: [Override] {
    var overrides: [Override] = []
    for scope in scopes(.visible).reversed() {
      for replacement in scope.replacements.elements {
        let index = overrides.partitioningIndex { $0.number > replacement.number }
        overrides.insert(Override(replacement, in: scope), at: index)
      }
    }
    return overrides
  }
}
