import Vial
import VialBenchmarksPublished

extension Theme {
  /// Override scopes: resolving in them and after them, and opening one.
  static let scoping = Theme(
    title: "Override scopes",
    rows: [OverrideScope.Kind.inheriting, .isolated].flatMap { kind in
      [1, 4].map { depth in
        besideOutside(
          "resolve a singleton \(depth) \(kind) scope\(depth == 1 ? "" : "s") deep",
          bound: Bound.inScope,
          Row.resolveSingleton
        ) { count in
          nest(kind, depth) { Row.resolveSingleton(count) }
        }
      }
    } + [
      besideOutside(
        "resolve a shared instance in a scope",
        bound: Bound.inScope,
        Row.resolveShared
      ) { count in
        nest(.inheriting, 1) { Row.resolveShared(count) }
      },
      besideOutside(
        "resolve a singleton after a scope was open",
        bound: Bound.afterScope,
        Row.resolveSingleton
      ) { count in
        nest(.inheriting, 1) {}
        Row.resolveSingleton(count)
      },
      besideOutside("make a consumer in a scope and read it once", bound: nil, consume) { count in
        nest(.inheriting, 1) { consume(count) }
      },
      Row(
        name: "open a scope, override, resolve, end it",
        bound: Bound.scope,
        beside: "one allocation",
        opensScopes: true,
        left: Row.allocate
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

  private static func besideOutside(
    _ name: String,
    bound: Double?,
    _ outside: @escaping Row.Work,
    inside: @escaping Row.Work
  ) -> Row {
    Row(
      name: name,
      bound: bound,
      beside: "the same outside",
      opensScopes: true,
      left: outside,
      vial: inside
    )
  }

  private static let consume: Row.Work = { count in
    for _ in 0..<count { use(Local.Consumer().service) }
  }

  private static func nest(_ kind: OverrideScope.Kind, _ depth: Int, _ work: () -> Void) {
    guard depth > 0 else { return work() }
    withOverrideScope(kind) { nest(kind, depth - 1, work) }
  }
}
