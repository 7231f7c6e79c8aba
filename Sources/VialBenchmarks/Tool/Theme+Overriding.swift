import Vial

extension Theme {
  /// One override, many on one injection, and many rolled back in a bad order.
  static let overriding = Theme(
    title: "Overriding",
    rows: [
      Row(
        name: "override, resolve, roll back",
        bound: 1,
        beside: "8 allocations",
        uses: (left: 8, vial: 1)
      ) { count in
        for _ in 0..<count * 8 { use(HandWritten.onDemand()) }
      } vial: { count in
        overrideOnce(count)
      },
      resolving(with: 1),
      resolving(with: 10),
      resolving(with: 100),
      resolving(with: 1_000),
      Row(
        name: "override, resolve, roll back on top of 1,000 overrides",
        bound: nil,
        beside: "the same on top of none",
        around: { overridden(1_000) },
        left: overrideOnce,
        vial: overrideOnce
      ),
      manyRollbacks("oldest first", resolving: false) { $0 },
      manyRollbacks("oldest first, each resolved", resolving: true) { $0 },
      manyRollbacks("from the middle outwards, each resolved", resolving: true) { tokens in
        let middle = tokens.count / 2
        return (0..<middle).flatMap { [tokens[middle - 1 - $0], tokens[middle + $0]] }
      },
    ]
  )

  private static let overrideOnce: Row.Work = { count in
    for _ in 0..<count {
      Local.singleton.override(with: LiveService())
      use(Resolved.singleton())
      Local.singleton.rollbackOverride()
    }
  }

  private static func resolving(with overrides: Int) -> Row {
    let amount = overrides == 1 ? "1 override" : "\(grouped(overrides)) overrides"
    return Row(
      name: "resolve a singleton with \(amount) on it",
      bound: nil,
      beside: "the same with none",
      around: { overridden(overrides) },
      left: resolveOnce,
      vial: resolveOnce
    )
  }

  static let resolveOnce: Row.Work = { count in
    for _ in 0..<count { use(Resolved.singleton()) }
  }

  /// What one override and its rollback take among 10,000, beside the same among 100.
  private static func manyRollbacks(
    _ order: String,
    resolving: Bool,
    _ arrange: @escaping @MainActor ([Override]) -> [Override]
  ) -> Row {
    func work(_ overrides: Int) -> Row.Work {
      { count in
        for _ in 0..<count {
          let tokens = (0..<overrides).map { _ in
            let token = Local.singleton.override(with: LiveService())
            if resolving { use(Resolved.singleton()) }
            return token
          }
          for token in arrange(tokens) { token.rollback() }
        }
      }
    }
    return Row(
      name: "one of 10,000 overrides and its rollback, \(order)",
      bound: 2,
      beside: "one of 100",
      uses: resolving ? (left: 100, vial: 10_000) : (left: 0, vial: 0),
      parts: (left: 100, vial: 10_000),
      countings: 1,
      left: work(100),
      vial: work(10_000)
    )
  }
  /// Overrides the singleton often.
  private static func overridden(_ count: Int) -> @MainActor () -> Void {
    let tokens = (0..<count).map { _ in Local.singleton.override(with: LiveService()) }
    _ = Local.singleton.resolve()
    return { for token in tokens.reversed() { token.rollback() } }
  }
}
