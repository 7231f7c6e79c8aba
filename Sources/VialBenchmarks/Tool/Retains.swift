import Vial
import VialBenchmarksPublished

/// An operation whose calls of `swift_retain` are counted: each belongs to a pair of atomic operations, which take longer
/// than the other instructions of a resolve.
@MainActor
struct Retains {
  static let title = "Retains"

  let name: String

  /// The highest accepted number of calls per operation.
  let bound: Int

  let work: Row.Work

  static let all = [
    Retains(name: "retains of a singleton", bound: 5, work: Row.resolveSingleton),
    Retains(name: "retains of a singleton after a scope was open", bound: 5) { count in
      withOverrideScope {}
      Row.resolveSingleton(count)
    },
    Retains(name: "retains of a singleton in a scope", bound: 5) { count in
      withOverrideScope { Row.resolveSingleton(count) }
    },
    Retains(name: "retains of a shared instance", bound: 6, work: Row.resolveShared),
    Retains(name: "retains of an on-demand instance", bound: 6) { count in
      for _ in 0..<count { use(Resolved.onDemand()) }
    },
    Retains(name: "retains of a consumer and its first read", bound: 11) { count in
      for _ in 0..<count { use(Local.Consumer().service) }
    },
    Retains(name: "retains of a further read", bound: 1) { count in
      let consumer = Local.Consumer()
      for _ in 0..<count { use(consumer.service) }
    },
    Retains(name: "retains of a scope, an override, a resolve and the end", bound: 40) { count in
      for _ in 0..<count {
        withOverrideScope {
          Local.singleton.override(with: LiveService())
          use(Resolved.singleton())
        }
      }
    },
  ]

  /// The description of a missed bound for `--check`; `nil` if the operation is within its bound.
  func violation(_ calls: (retains: Int, actorChecks: Int)?) -> String? {
    guard let calls else { return "\(name): not counted" }
    if calls.actorChecks > 0 { return "\(name): \(calls.actorChecks) questions for the actor at run time" }
    return calls.retains > bound ? "\(name): \(calls.retains), bound \(bound)" : nil
  }
}
