import Foundation
import Testing
import Vial

/// A compaction reads the clocks of `.expiring` instances, and a clock is code of the application.
@MainActor struct CompactionClockTests {
  enum List: CaseIterable { case slots, keys }

  /// Caches so many instances that the list of a scope or of a family is compacted several times.
  ///
  /// Each build reads the clock once, so that more reads than builds belong to a compaction.
  private static func fill(_ list: List, _ readClock: @escaping @MainActor (_ isInCompaction: Bool) -> Void) {
    var (builds, reads) = (0, 0)
    let hook = ActionHook {}
    let build: @MainActor () -> OnDeinit = {
      builds += 1
      return OnDeinit {}
    }
    hook.action = {
      reads += 1
      hook.arm()
      readClock(reads > builds)
    }
    hook.arm()
    let strategy = InjectionStrategy.expiring(after: .seconds(100), clock: ActingClock(hook: hook))
    switch list {
    case .slots:
      withOverrideScope(.isolated) {
        for _ in 0..<1_000 {
          _ = Injection(strategy: strategy, fileID: "App/Number.swift", line: 3) { build() }.resolve()
        }
      }
    case .keys:
      let family = InjectionFamily<Int, OnDeinit>(strategy: strategy, fileID: "App/Number.swift", line: 3) { _ in
        build()
      }
      for number in 0..<1_000 { _ = family.resolve(number) }
    }
    hook.action = {}
  }

  @Test(.exitTest) func clockThatUsesInjectionsDuringACompactionStopsTheProgram() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
      for list in List.allCases {
        let other = Injection(strategy: .singleton, instance: 1)
        let result = ForkedProcess.run { Self.fill(list) { if $0 { _ = other.resolve() } } }
        let isStopped = result.standardError.contains("(App/Number.swift:3) uses injections.")
        if !isStopped { FileHandle.standardError.write(Data("\(list): \(result.standardError)\n".utf8)) }
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test func clockCanInspectTheListThatIsBeingCompacted() {
    let other = Injection(strategy: .singleton, instance: 1)
    for list in List.allCases {
      var readsInCompactions = 0
      Self.fill(list) { isInCompaction in
        if isInCompaction { readsInCompactions += 1 }
        _ = (other.current, other.isOverridden, other.overrideCount, Overrides.active)
      }
      expect(readsInCompactions > 0, "\(list)")
    }
  }
}
