#if DEBUG
import Testing

@testable import Vial

/// The journal of a scope records only instances that a rollback may have to evict (rule 29).
@MainActor @Suite(.serialized) struct CacheJournalTests {
  let counter = InstanceCounter()

  @Test func journalIsEmptyWithoutOverrides() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    withOverrideScope(.isolated) {
      Injection(strategy: .singleton, instance: 1).override(with: 2)
      Overrides.rollbackAll()
      for _ in 0..<1000 { _ = injection.resolve() }

      #expect(OverrideScope.current.journal.records.isEmpty)
    }
  }

  @Test func journalOfAPermanentOverrideIsBoundedByTheLiveInstances() {
    let before = OverrideScope.global.journal.records.count
    let bound = 2 * before + 64
    let launch = Injection(strategy: .singleton, instance: CountedObject(counter))
    let token = launch.override(with: CountedObject(counter, "mock"))
    let shared = (0..<10).map { _ in Injection(strategy: .shared, instance: CountedObject(counter))
    }

    for _ in 0..<2000 { for injection in shared { _ = injection.resolve() } }
    #expect(OverrideScope.global.journal.records.count <= bound)

    for _ in 0..<5000 {
      _ = Injection(strategy: .singleton, instance: CountedObject(counter)).resolve()
    }
    #expect(OverrideScope.global.journal.records.count <= bound)
    token.rollback()
    #expect(OverrideScope.global.journal.records.count <= before)
  }

}
#endif
