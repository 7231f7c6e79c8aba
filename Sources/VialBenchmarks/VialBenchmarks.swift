import Vial

/// Measures what `Docs/Benchmarks.md` lists.
///
/// Build it for release: `swift run -c release VialBenchmarks`. With `--check` it fails when an
/// operation takes more than its limit.
@main
@MainActor
struct VialBenchmarks {
  static func main() {
    let held = (HandWritten.shared(), shared.resolve())
    var results = operations.map { $0.run(rounds: 15, iterations: 200_000) }

    let others = (0..<1_000_000).map { Injection(strategy: .singleton, instance: $0) }
    for other in others { _ = other.resolve() }
    results.append(crowded("with 1,000,000 injections alive", results[0].vial))

    let overridden = others.prefix(1_000).map { $0.override(with: 0) }
    results.append(crowded("with 1,000 overrides elsewhere", results[0].vial))
    for token in overridden { token.rollback() }

    withExtendedLifetime((held, others)) { print(table(results)) }
    if CommandLine.arguments.contains("--check"), !results.allSatisfy(\.isWithinLimit) {
      fatalError("An operation takes more than its limit.")
    }
  }

  private static let operations = [
    Measurement(name: "resolve a singleton", limit: 1.5) { count in
      for _ in 0..<count { use(HandWritten.singleton()) }
    } vial: { count in
      for _ in 0..<count { use(Published.singletonInstance()) }
    },
    Measurement(name: "resolve a shared instance", limit: 1.5) { count in
      for _ in 0..<count { use(HandWritten.shared()) }
    } vial: { count in
      for _ in 0..<count { use(Published.sharedInstance()) }
    },
    Measurement(name: "resolve an on-demand instance", limit: 1.5) { count in
      for _ in 0..<count { use(HandWritten.onDemand()) }
    } vial: { count in
      for _ in 0..<count { use(Published.onDemandInstance()) }
    },
    Measurement(name: "make a consumer and read it once", limit: 2) { count in
      for _ in 0..<count { use(HandWritten.Consumer().service) }
    } vial: { count in
      for _ in 0..<count { use(Consumer().service) }
    },
    Measurement(name: "read it again", limit: 1.2) { count in
      let consumer = HandWritten.Consumer()
      for _ in 0..<count { use(consumer.service) }
    } vial: { count in
      let consumer = Consumer()
      for _ in 0..<count { use(consumer.service) }
    },
    Measurement(name: "override, resolve, roll back", limit: 1, handWrittenUses: 8) { count in
      for _ in 0..<count { for _ in 0..<8 { use(HandWritten.onDemand()) } }
    } vial: { count in
      for _ in 0..<count {
        singleton.override(with: LiveService())
        use(Published.singletonInstance())
        singleton.rollbackOverride()
      }
    },
    inScopes("an inheriting scope", .inheriting, depth: 1),
    inScopes("four inheriting scopes", .inheriting, depth: 4),
    inScopes("an isolated scope", .isolated, depth: 1),
    Measurement(name: "open a scope, override, resolve, end it", limit: 1, handWrittenUses: 12) {
      count in
      for _ in 0..<count { for _ in 0..<12 { use(HandWritten.onDemand()) } }
    } vial: { count in
      for _ in 0..<count {
        withOverrideScope {
          singleton.override(with: LiveService())
          use(Published.singletonInstance())
        }
      }
    },
    Measurement(name: "resolve a family's singleton by an Int key", limit: 8) { count in
      for _ in 0..<count { use(Published.singletonInstance()) }
    } vial: { count in
      for _ in 0..<count { use(Published.instance(of: 7)) }
    },
  ]

  /// Resolves the singleton in scopes, beside the same outside.
  private static func inScopes(
    _ place: String,
    _ kind: OverrideScope.Kind,
    depth: Int
  ) -> Measurement {
    Measurement(name: "resolve a singleton in \(place)", limit: 6) { count in
      for _ in 0..<count { use(Published.singletonInstance()) }
    } vial: { count in
      nest(kind, depth) { for _ in 0..<count { use(Published.singletonInstance()) } }
    }
  }

  private static func nest(_ kind: OverrideScope.Kind, _ depth: Int, _ work: () -> Void) {
    guard depth > 0 else { return work() }
    withOverrideScope(kind) { nest(kind, depth - 1, work) }
  }

  /// Resolves the singleton again, in another state of the process.
  private static func crowded(_ state: String, _ alone: Double) -> Measurement.Result {
    let again = operations[0].run(rounds: 15, iterations: 200_000)
    return Measurement.Result(
      name: "resolve a singleton \(state)",
      limit: 1.05,
      handWritten: alone,
      vial: again.vial
    )
  }

  private static func table(_ results: [Measurement.Result]) -> String {
    let rows = results.map { result in
      "| \(result.name) | \(rounded(result.handWritten, to: 10)) | \(rounded(result.vial, to: 10)) "
        + "| \(rounded(result.ratio, to: 100)) | \(result.limit) |"
    }
    return """
      | operation | by hand, ns | Vial, ns | ratio | at most |
      | --- | --- | --- | --- | --- |
      \(rows.joined(separator: "\n"))
      """
  }

  private static func rounded(_ value: Double, to precision: Double) -> Double {
    (value * precision).rounded() / precision
  }
}
