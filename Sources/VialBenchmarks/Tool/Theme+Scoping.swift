import Vial

extension Theme {
  /// Override scopes: resolving in them, and opening one.
  static let scoping = Theme(
    title: "Override scopes",
    rows: [OverrideScope.Kind.inheriting, .isolated].flatMap { kind in
      (1...4).map { inScopes(kind, depth: $0) }
    } + [
      Row(
        name: "resolve a shared instance in a scope",
        bound: 6,
        beside: "the same outside",
        left: resolveShared,
        vial: { count in nest(.inheriting, 1) { resolveShared(count) } }
      ),
      Row(
        name: "make a consumer in a scope and read it once",
        bound: nil,
        beside: "the same outside"
      ) { count in
        for _ in 0..<count { use(Local.Consumer().service) }
      } vial: { count in
        nest(.inheriting, 1) { for _ in 0..<count { use(Local.Consumer().service) } }
      },
      Row(
        name: "open a scope, override, resolve, end it",
        bound: 1,
        beside: "12 allocations",
        uses: (left: 12, vial: 1)
      ) { count in
        for _ in 0..<count * 12 { use(HandWritten.onDemand()) }
      } vial: { count in
        for _ in 0..<count {
          withOverrideScope {
            Local.singleton.override(with: LiveService())
            use(Resolved.singleton())
          }
        }
      },
    ]
  )

  /// Resolves the singleton in scopes, beside the same outside.
  private static func inScopes(_ kind: OverrideScope.Kind, depth: Int) -> Row {
    Row(
      name: "resolve a singleton \(depth) \(kind) scope\(depth == 1 ? "" : "s") deep",
      bound: 6,
      beside: "the same outside",
      left: resolveOnce,
      vial: { count in nest(kind, depth) { resolveOnce(count) } }
    )
  }

  private static let resolveShared: Row.Work = { count in
    let held = Resolved.shared()
    for _ in 0..<count { use(Resolved.shared()) }
    extendLifetime(held)
  }

  private static func nest(_ kind: OverrideScope.Kind, _ depth: Int, _ work: () -> Void) {
    guard depth > 0 else { return work() }
    withOverrideScope(kind) { nest(kind, depth - 1, work) }
  }
}
