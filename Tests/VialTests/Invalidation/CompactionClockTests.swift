import Testing
import Vial

/// A compaction reads the clocks of `.expiring` instances, and a clock is code of the application.
@MainActor struct CompactionClockTests {
  /// A clock that runs an action each time it is read.
  private struct ActingClock: Clock {
    let action: Action
    var minimumResolution: Duration { .zero }

    var now: ContinuousClock.Instant {
      MainActor.assumeIsolated { action.run?() }
      return ContinuousClock.now
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  @MainActor private final class Action {
    var run: (@MainActor () -> Void)?
    var builds = 0

    func build() -> OnDeinit {
      builds += 1
      return OnDeinit {}
    }
  }

  enum List: CaseIterable, Codable { case slots, keys }

  private let action = Action()

  /// Caches so many instances that the list of a scope or of a family is compacted several times.
  private func fill(_ list: List, _ count: Int) {
    let strategy = InjectionStrategy.expiring(after: .seconds(100), clock: ActingClock(action: action))
    switch list {
    case .slots:
      withOverrideScope(.isolated) {
        for number in 0..<count {
          _ = Injection(strategy: strategy, fileID: "App/Number.swift", line: 3) { action.build() }.resolve()
          _ = number
        }
      }
    case .keys:
      let family = InjectionFamily<Int, OnDeinit>(strategy: strategy, fileID: "App/Number.swift", line: 3) { _ in
        action.build()
      }
      for number in 0..<count { _ = family.resolve(number) }
    }
  }

  /// Uses an injection in the first read of a clock that is not the last step of a build.
  private func useInjectionsDuringACompaction(_ list: List) {
    let other = Injection(strategy: .singleton, instance: 1)
    var reads = 0
    // Each build reads the clock once, so the first read that exceeds the builds belongs to a compaction.
    action.run = {
      reads += 1
      if reads > action.builds { _ = other.resolve() }
    }
    fill(list, 1_000)
  }

  @Test(arguments: List.allCases)
  func clockThatUsesInjectionsDuringACompactionStopsTheProgram(list: List) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [list = list as List] in
      await MainActor.run { CompactionClockTests().useInjectionsDuringACompaction(list) }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("(App/Number.swift:3) uses injections."))
  }

  @Test(arguments: List.allCases)
  func clockCanInspectTheListThatIsBeingCompacted(list: List) {
    let other = Injection(strategy: .singleton, instance: 1)
    var reads = 0
    action.run = {
      reads += 1
      _ = (other.current, other.isOverridden, other.overrideCount, Overrides.active)
    }

    fill(list, 1_000)

    expect(reads > 1_000)
  }
}
