import Dispatch
import Testing
import Vial
import VialTesting

/// Two hundred tests at once over the same injections, suspended between every two steps (rules 19 to
/// 22).
@MainActor struct ScopeStressTests {
  private struct Failure: Error {}

  @Test(.nothingRemainsAlive, .overrideScope, arguments: 0..<200)
  func noTestSeesAnothers(owner: Int) async throws {
    let early = StressedModel()
    await Task.yield()
    Stressed.override(for: owner)
    await Task.yield()
    Stressed.check(owner)
    await Task.yield()
    #expect(early.owners == [owner])

    let singleton = Stressed.injections[0].resolve()
    await Task.yield()
    #expect(Stressed.injections[0].resolve() === singleton)

    try await nestedScopes(owner)
    await tasks(owner)
    await continuedElsewhere(owner)
    await cancelledChildren(owner)

    await Task.yield()
    Stressed.check(owner)
    await Task.yield()
    #expect(Stressed.injections[0].resolve() === singleton)
    for injection in Stressed.injections {
      injection.rollbackAllOverrides()
      await Task.yield()
      #expect(!injection.isOverridden)
    }
    Stressed.family.rollbackOverride()
    Stressed.check(nobody, originals: false)
  }

  private func nestedScopes(_ owner: Int) async throws {
    let inner = owner + 1000
    await #expect(throws: Failure.self) {
      try await withOverrideScope(.inheriting) {
        Stressed.check(owner)
        await Task.yield()
        Stressed.override(for: inner, depth: 1)
        await Task.yield()
        Stressed.check(inner, depth: 1)
        try await withOverrideScope(.isolated) {
          await Task.yield()
          Stressed.check(nobody, originals: false)
          Stressed.override(for: owner, depth: 2)
          await Task.yield()
          Stressed.check(owner, depth: 2)
          throw Failure()
        }
      }
    }
    await Task.yield()
    Stressed.check(owner)
    let model = await withOverrideScope {
      Stressed.override(for: inner)
      await Task.yield()
      let model = StressedModel()
      #expect(model.owners == [inner])
      return model
    }
    await Task.yield()
    #expect(model.owners == [inner])
    #expect(StressedModel().owners == [owner])
  }

  private func tasks(_ owner: Int) async {
    let inherited = Task {
      await Task.yield()
      Stressed.check(owner)
      return StressedModel()
    }
    async let child: Void = Self.checkLater(owner)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { await Self.checkLater(owner) } }
    }
    await child
    let model = await inherited.value
    await Task.yield()
    #expect(model.owners == [owner])
  }

  private func continuedElsewhere(_ owner: Int) async {
    let scope = OverrideScope.current
    let model = StressedModel()
    await Task.detached {
      #expect(OverrideScope.current == nil)
      await scope?.run {
        await Self.checkLater(owner)
        await Task.yield()
        await Self.checkLater(owner)
      }
      // Made in the scope, so it belongs there although this task does not.
      #expect(await model.owners == [owner])
    }.value
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.main.async {
          #expect(OverrideScope.current == nil)
          scope?.run { MainActor.assumeIsolated { Stressed.check(owner) } }
          continuation.resume()
        }
      }
    }
  }

  private func cancelledChildren(_ owner: Int) async {
    let child = Task {
      try await withOverrideScope {
        Stressed.override(for: owner, depth: 3)
        await Task.yield()
        Stressed.check(owner, depth: 3)
        try await Task.sleep(for: .seconds(60))
      }
    }
    await Task.yield()
    await Task.yield()
    child.cancel()
    await #expect(throws: CancellationError.self) { try await child.value }
    Stressed.check(owner)
  }

  private static func checkLater(_ owner: Int) async {
    await Task.yield()
    Stressed.check(owner)
    await Task.yield()
    Stressed.check(owner)
  }
}

/// Looks, after all cases of a test, for instances that outlived their scopes.
private struct NothingRemainsAlive: TestTrait, TestScoping {
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
    // What a task held goes with the task, which may take a moment after its value is there.
    var tries = 0
    while await Census.alive > 0, tries < 3_000 {
      tries += 1
      try await Task.sleep(for: .milliseconds(10))
    }
    let counts = await (built: Census.probes.count, alive: Census.alive)
    #expect(counts.built > 200 * 20)
    #expect(counts.alive == 0)
    // Nor did any of it happen outside: the published injections have built nothing.
    await MainActor.run {
      for injection in Stressed.injections {
        #expect(injection.current == nil)
        #expect(!injection.isOverridden)
      }
    }
  }
}

extension Trait where Self == NothingRemainsAlive {
  fileprivate static var nothingRemainsAlive: Self { Self() }
}
