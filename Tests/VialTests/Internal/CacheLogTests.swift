import Testing

@testable import Vial

/// The list of filled caches gives its memory back after a peak (rule 29).
@MainActor struct CacheLogTests {
  @Test func entriesOfWhatHasDiedGoWithTheNextOnes() {
    let tally = Tally()
    let watched = Injection(strategy: .shared, instance: Probe(tally))
    let other = Injection(strategy: .singleton, instance: Probe(tally))
    let injections = (0..<5_000).map { _ in
      Injection(strategy: .shared, instance: Probe(tally))
    }
    let override = other.override(with: Probe(tally))
    defer { override.rollback() }

    var held = injections.map { $0.resolve() }
    let peak = OverrideLedger.outside.cachedCount
    held = []
    for _ in 0..<2_500 { _ = watched.resolve() }

    #expect(held.isEmpty && peak >= 5_000)
    #expect(OverrideLedger.outside.cachedCount <= 64)
  }
}
