import Dispatch
import Foundation
import Testing
import Vial
import VialTesting

private let testCount = ProcessInfo.processInfo.environment["VIAL_THOROUGH_TESTS"] == nil ? 40 : 200

/// Parallel tests that share injections and suspend between all steps: two hundred if `VIAL_THOROUGH_TESTS` is set.
@MainActor struct ScopeStressTests {
  private struct Failure: Error {}

  @Test(.expectsNoLiveProbes, .overrideScope, arguments: 0..<testCount)
  func parallelTestsSeeOnlyTheirOwnOverrides(owner: Int) async throws {
    let early = StressModel()
    await Task.yield()
    StressInjections.override(for: owner)
    await Task.yield()
    StressInjections.check(owner)
    await Task.yield()
    expectEqual(early.owners, [owner])

    let singleton = StressInjections.injections[0].resolve()
    await Task.yield()
    expect(StressInjections.injections[0].resolve() === singleton)

    try await nestedScopes(owner)
    await tasks(owner)
    await workOutsideOfTheTask(owner)
    await cancelledChildren(owner)

    await Task.yield()
    StressInjections.check(owner)
    await Task.yield()
    expect(StressInjections.injections[0].resolve() === singleton)
    for injection in StressInjections.injections {
      injection.rollbackAllOverrides()
      await Task.yield()
      expect(!injection.isOverridden)
    }
    StressInjections.family.rollbackOverride()
    StressInjections.check(liveOwner, originals: false)
  }

  private func nestedScopes(_ owner: Int) async throws {
    let inner = owner + 1000
    await #expect(throws: Failure.self) {
      try await withOverrideScope(.inheriting) {
        StressInjections.check(owner)
        await Task.yield()
        StressInjections.override(for: inner, depth: 1)
        await Task.yield()
        StressInjections.check(inner, depth: 1)
        try await withOverrideScope(.isolated) {
          await Task.yield()
          StressInjections.check(liveOwner, originals: false)
          StressInjections.override(for: owner, depth: 2)
          await Task.yield()
          StressInjections.check(owner, depth: 2)
          throw Failure()
        }
      }
    }
    await Task.yield()
    StressInjections.check(owner)
    let model = await withOverrideScope {
      StressInjections.override(for: inner)
      await Task.yield()
      let model = StressModel()
      expectEqual(model.owners, [inner])
      return model
    }
    await Task.yield()
    expectEqual(model.owners, [inner])
    expectEqual(StressModel().owners, [owner])
  }

  private func tasks(_ owner: Int) async {
    let inherited = Task {
      await Task.yield()
      StressInjections.check(owner)
      return StressModel()
    }
    async let child: Void = Self.checkLater(owner)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { await Self.checkLater(owner) } }
    }
    await child
    let model = await inherited.value
    await Task.yield()
    expectEqual(model.owners, [owner])
  }

  private func workOutsideOfTheTask(_ owner: Int) async {
    let scope = OverrideScope.current
    let model = StressModel()
    await Task.detached {
      expect(OverrideScope.current.isGlobal)
      await scope.run {
        await Self.checkLater(owner)
        await Task.yield()
        await Self.checkLater(owner)
      }
      // The model was created in the scope, so its properties are resolved there although this task is not in the scope.
      expectEqual(await model.owners, [owner])
    }.value
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.main.async {
          expect(OverrideScope.current.isGlobal)
          scope.run { MainActor.assumeIsolated { StressInjections.check(owner) } }
          continuation.resume()
        }
      }
    }
  }

  private func cancelledChildren(_ owner: Int) async {
    let child = Task {
      try await withOverrideScope {
        StressInjections.override(for: owner, depth: 3)
        await Task.yield()
        StressInjections.check(owner, depth: 3)
        try await Task.sleep(for: .seconds(60))
      }
    }
    await Task.yield()
    await Task.yield()
    child.cancel()
    await #expect(throws: CancellationError.self) { try await child.value }
    StressInjections.check(owner)
  }

  private static func checkLater(_ owner: Int) async {
    await Task.yield()
    StressInjections.check(owner)
    await Task.yield()
    StressInjections.check(owner)
  }
}

/// Verifies after all cases of a test that no instance has outlived its scope.
private struct ExpectsNoLiveProbes: TestTrait, TestScoping {
  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? self : nil
  }

  @concurrent
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    // A task may be deallocated a moment after its value is available, and releases its instances then.
    var tries = 0
    while await ProbeRegistry.alive > 0, tries < 3_000 {
      tries += 1
      try await Task.sleep(for: .milliseconds(10))
    }
    let counts = await (built: ProbeRegistry.probes.count, alive: ProbeRegistry.alive)
    expect(counts.built > testCount * 20)
    expectEqual(counts.alive, 0)
    // No instance was built and no override was made in the global scope.
    await MainActor.run {
      for injection in StressInjections.injections {
        expect(injection.current == nil)
        expect(!injection.isOverridden)
      }
    }
  }
}

extension Trait where Self == ExpectsNoLiveProbes {
  fileprivate static var expectsNoLiveProbes: Self { Self() }
}
