#if DEBUG
import Testing

@testable import Vial

/// The memory of the engine is proportional to the number of live instances.
///
/// A list has at most twice as many elements as were in use when it was last compacted, and 32. Only the lists
/// themselves show this, and a release build does not give access to them. Each test has a scope, and so a journal,
/// that no other test uses.
@MainActor struct CompactionTests {
  let counter = InstanceCounter()

  /// The lengths of a list of which almost nothing is in use.
  private let smallList = 1...33

  private func makeSharedInjection() -> Injection<CountedObject> {
    Injection(strategy: .shared, instance: CountedObject(counter))
  }

  private func inScope(_ body: @MainActor (OverrideScope) throws -> Void) rethrows {
    try withOverrideScope(.isolated) { try body(.current) }
  }

  // MARK: The threshold

  private final class List: Compactable {
    var count = 0
    var compactionThreshold = minimumThreshold

    func dropUnused(_ removals: inout Removals) {}
  }

  @Test func listIsCompactedWhenItsLengthHasDoubled() {
    let list = List()
    func isFull(_ count: Int) -> Bool {
      list.count = count
      return list.isFull
    }

    let first = [31, 32].map(isFull)
    list.count = 100
    list.updateThreshold()
    let second = [199, 200].map(isFull)
    list.count = 0
    list.updateThreshold()
    let third = [31, 32].map(isFull)

    expectEqual([first, second, third], Array(repeating: [false, true], count: 3))
  }

  // MARK: Slots and entries

  @Test func scopeForgetsInjectionsThatAreNotInUse() {
    inScope { scope in
      for number in 0..<1_000 { Injection(strategy: .singleton, instance: number).override(with: -1).rollback() }
      expect(smallList.contains(scope.slots.count))
      for number in 0..<1_000 { Injection<Int>.required("a number").provide(with: number).withdraw() }
      expect(smallList.contains(scope.slots.count))
      for _ in 0..<1_000 { _ = makeSharedInjection().resolve() }
      expect(smallList.contains(scope.slots.count))
      expectEqual(counter.built, 1_000)
    }
  }

  @Test func overridesRolledBackBelowANewerOverrideAreRemoved() throws {
    let injection = Injection(strategy: .singleton, instance: "live")

    try inScope { scope in
      var newest = injection.override(with: "mock")
      for _ in 0..<1_000 {
        let older = newest
        newest = injection.override(with: "mock")
        _ = injection.resolve()
        expect(older.rollback())
      }

      let slot = try #require(injection.record.slot(in: scope))
      expectEqual(scope.replacements.count, 1)
      expect(slot.entries.count <= 1)
      expect(scope.journal.lines.count <= 1)
      weak let replacement = scope.replacements.elements.first
      expect(replacement != nil)
      injection.rollbackAllOverrides()
      expect(replacement == nil)
    }
  }

  @Test func scopeDropsTheEntriesOfOverridesRolledBackOutside() throws {
    for keptOverrides in [0, 20] {
      let injection = Injection(strategy: .singleton, instance: "live")
      try inScope { _ in
        let inner = OverrideScope()
        @MainActor func overrideAndResolve(_ number: Int) -> Override {
          let token = injection.override(with: "mock \(number)")
          expectEqual(inner.run { injection.resolve() }, "mock \(number)")
          return token
        }

        for number in 0..<keptOverrides { _ = overrideAndResolve(number) }
        for number in 0..<200 { overrideAndResolve(number).rollback() }

        let entries = try #require(injection.record.slot(in: inner)).entries
        expect((max(1, keptOverrides)...max(33, 2 * keptOverrides)).contains(entries.count), "\(keptOverrides) kept")
        inner.end()
      }
    }
  }

  // MARK: Observers

  @Test(.exitTest) func observersThatWereCancelledAreDropped() async {
    await #expect(processExitsWith: .success) { @MainActor in
      for areOldest in [true, false] {
        let observations = (0..<1_000).map { _ in Injections.observe { _ in } }
        for observation in areOldest ? observations.prefix(900) : observations.suffix(900) {
          precondition(observation.cancel())
          Engine.observers?.checkInvariants()
        }
        precondition((100...200).contains(Engine.observers?.list.count ?? 0))
        for observation in observations { observation.cancel() }
      }

      // The oldest observer is cancelled while others are added.
      var newest = Injections.observe { _ in }
      for _ in 0..<1_000 {
        let older = newest
        newest = Injections.observe { _ in }
        precondition(older.cancel())
      }
      precondition(Engine.isObserved && (Engine.observers?.list.count ?? 0) <= 3)
      precondition(newest.cancel())
      precondition(!Engine.isObserved && Engine.observers == nil)
    }
  }

  // MARK: The journal

  /// The journal of a scope records only instances that a rollback may have to evict (rule 29).
  @Test(.exitTest) func journalRecordsInstancesOnlyWhileAnOverrideIsInForce() async {
    inScope { scope in
      Injection(strategy: .singleton, instance: 1).override(with: 2)
      Overrides.rollbackAll()
      let shared = makeSharedInjection()
      for _ in 0..<1_000 { _ = shared.resolve() }
      expect(scope.journal.lines.isEmpty)
    }

    await #expect(processExitsWith: .success) { @MainActor in
      let journal = OverrideScope.global.journal
      let permanent = Injection(strategy: .singleton, instance: "live").override(with: "mock")
      for _ in 0..<1_000 { _ = Injection(strategy: .singleton, instance: "live").resolve() }
      precondition((1...33).contains(journal.lines.count))
      permanent.rollback()
      precondition(journal.lines.isEmpty)
    }
  }

  @Test func journalOfAPermanentOverrideDropsDeallocatedInstances() {
    let permanent = Injection(strategy: .singleton, instance: 0)
    let other = Injection(strategy: .singleton, instance: 0)
    let family = InjectionFamily<Int, CountedObject>(strategy: .shared) { _ in CountedObject(counter) }
    let injections = (0..<1_000).map { _ in makeSharedInjection() }

    inScope { scope in
      permanent.override(with: 1)
      for number in 0..<1_000 {
        _ = family.resolve(number)
        other.override(with: 1).rollback()
      }
      expect(smallList.contains(scope.journal.lines.count))

      // The journal has been long.
      var instances = injections.map { $0.resolve() }
      expectEqual(instances.count, 1_000)
      expect(scope.journal.lines.count >= 1_000)
      instances = []
      for _ in 0..<2_000 { _ = injections[0].resolve() }
      expect(smallList.contains(scope.journal.lines.count))
      expect(scope.journal.lines.capacity <= 256)
    }
  }

  @Test func journalOfAnImplementationDropsRecordsOfDeallocatedInstances() throws {
    let required = Injection<CountedObject>.required("an object")

    try inScope { scope in
      required.provide(with: CountedObject(counter), strategy: .shared)
      for _ in 0..<1_000 { _ = required.resolve() }

      let implementation = try #require(required.record.slot(in: scope)?.providedImplementation)
      if case .implementation(let journal) = implementation.role {
        expect(smallList.contains(journal.lines.count))
      } else {
        Issue.record("An implementation has the role \(implementation.role).")
      }
      expectEqual(counter.built, 1_000)
    }
  }

  @Test func rollbackAfterCompactionsEvictsEveryLiveInstance() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let wholes = (0..<1_000).map { _ in
      Injection(strategy: .shared, instance: CountedObject(counter, parts: [part.resolve()]))
    }

    inScope { _ in
      let mock = part.override(with: CountedObject(counter, "mock"))
      let instances = wholes.map { $0.resolve() }
      mock.rollback()
      expectEqual(instances.count, 1_000)
      expect(wholes.allSatisfy { $0.current == nil })
    }
  }

  @Test func scopeForgetsFlowsWithoutInstances() {
    inScope { scope in
      for number in 0..<1_000 {
        let flow = InjectionFlow("flow \(number)")
        _ = Injection(strategy: .flow(flow), instance: number).resolve()
        flow.clear()
      }

      expect(smallList.contains(scope.flowJournals.count))
    }
  }
}

#endif
