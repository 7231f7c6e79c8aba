import Vial
import VialBenchmarksPublished

extension Theme {
  /// One override, and many on one injection.
  static let overriding = Theme(
    title: "Overriding",
    rows: [
      Row(
        name: "override, resolve, roll back",
        bound: Bound.overriding,
        beside: "one allocation",
        left: Row.allocate,
        vial: overrideOnce
      ),
      resolving(with: "1 override", overridden(1)),
      resolving(with: "1,000 overrides", overridden(1_000)),
    ]
  )

  private static let overrideOnce: Row.Work = { count in
    for _ in 0..<count {
      Local.singleton.override(with: LiveService())
      use(Resolved.singleton())
      Local.singleton.rollbackOverride()
    }
  }

  private static func resolving(
    with overrides: String,
    _ around: @escaping @MainActor () -> @MainActor () -> Void
  ) -> Row {
    Row(
      name: "resolve a singleton with \(overrides) on it",
      bound: nil,
      beside: "the same with none",
      around: around,
      left: Row.resolveSingleton,
      vial: Row.resolveSingleton
    )
  }

  /// Overrides the singleton often.
  private static func overridden(_ count: Int) -> @MainActor () -> @MainActor () -> Void {
    {
      let tokens = (0..<count).map { _ in Local.singleton.override(with: LiveService()) }
      _ = Local.singleton.resolve()
      return { for token in tokens.reversed() { token.rollback() } }
    }
  }
}
