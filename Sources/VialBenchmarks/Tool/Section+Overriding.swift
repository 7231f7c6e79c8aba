import Vial
import VialBenchmarksPublished

extension Section {
  /// Overriding an injection, and resolving an overridden one.
  static let overriding = Section(
    title: "Overriding",
    rows: [
      Row(
        name: "override, resolve, roll back",
        bound: Bound.override,
        baselineName: "one allocation",
        baseline: Row.allocation
      ) { count in
        for _ in 0..<count {
          Local.singleton.override(with: LiveService())
          use(Resolved.singleton())
          Local.singleton.rollbackOverride()
        }
      },
      Row(
        name: "override, resolve, roll back with the token",
        bound: Bound.override,
        baselineName: "one allocation",
        baseline: Row.allocation
      ) { count in
        for _ in 0..<count {
          let token = Local.singleton.override(with: LiveService())
          use(Resolved.singleton())
          token.rollback()
        }
      },
      resolveSingleton(with: 1, "override"),
      resolveSingleton(with: 1_000, "overrides"),
    ]
  )

  private static func resolveSingleton(with count: Int, _ noun: String) -> Row {
    Row(
      name: "resolve a singleton with \(count == 1 ? "1" : "1,000") \(noun) on it",
      bound: nil,
      baselineName: "without overrides",
      setUp: {
        for _ in 0..<count { Local.singleton.override(with: LiveService()) }
        use(Local.singleton.resolve())
        return { Local.singleton.rollbackAllOverrides() }
      },
      baseline: Row.resolveSingleton,
      vial: Row.resolveSingleton
    )
  }
}
