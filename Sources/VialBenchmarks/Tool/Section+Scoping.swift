import Vial
import VialBenchmarksPublished

extension Section {
  /// Opening override scopes, and resolving inside and after them.
  static let scoping = Section(
    title: "Override scopes",
    rows: [OverrideScope.Kind.inheriting, .isolated].flatMap { kind in
      [1, 4].map { depth in
        resolving(
          "resolve a singleton \(depth) \(kind) scope\(depth == 1 ? "" : "s") deep",
          bound: depth == 1 ? Bound.inScope : Bound.inNestedScopes
        ) { count in
          nest(kind, depth) { Row.resolveSingleton(count) }
        }
      }
    } + [
      resolving("resolve a shared instance in a scope", bound: Bound.inNestedScopes) { count in
        nest(.inheriting, 1) { Row.resolveShared(count) }
      },
      resolving("resolve a singleton after a scope was open", bound: Bound.afterScope) { count in
        nest(.inheriting, 1) {}
        Row.resolveSingleton(count)
      },
      Row(
        name: "make a consumer in a scope and read it once",
        bound: nil,
        baselineName: "outside every scope",
        opensScopes: true,
        baseline: consume
      ) { count in
        nest(.inheriting, 1) { consume(count) }
      },
      Row(
        name: "open a scope, override, resolve, end it",
        bound: Bound.scope,
        baselineName: "one allocation",
        opensScopes: true,
        baseline: Row.allocation
      ) { count in
        for _ in 0..<count {
          withOverrideScope {
            Local.singleton.override(with: LiveService())
            use(Resolved.singleton())
          }
        }
      },
    ]
  )

  private static func resolving(
    _ name: String,
    bound: Double,
    _ vial: @escaping Row.Work
  ) -> Row {
    Row(
      name: name,
      bound: bound,
      baselineName: "a singleton by hand",
      opensScopes: true,
      baseline: Row.singletonByHand,
      vial: vial
    )
  }

  private static let consume: Row.Work = { count in
    for _ in 0..<count { use(Local.Consumer().service) }
  }

  private static func nest(_ kind: OverrideScope.Kind, _ depth: Int, _ body: () -> Void) {
    guard depth > 0 else { return body() }
    withOverrideScope(kind) { nest(kind, depth - 1, body) }
  }
}
