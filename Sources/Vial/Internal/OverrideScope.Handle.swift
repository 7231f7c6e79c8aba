extension OverrideScope {
  /// What the tokens of a scope refer to.
  @MainActor
  final class Handle {
    /// Keeps the memory of a scope that is gone, and there whether it is over.
    private unowned let scope: OverrideScope
    private let home: Unretained<OverrideScope>

    init(_ scope: OverrideScope) {
      self.scope = scope
      home = Unretained(scope)
    }

    /// The scope, unless it is over; what is being released cannot be referred to.
    var openScope: OverrideScope? { home.with(\.hasEnded) ? nil : scope }
  }
}
