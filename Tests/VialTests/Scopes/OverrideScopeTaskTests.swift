import Dispatch
import Testing
import Vial

@MainActor private let word = Injection<String>(strategy: .singleton, instance: "live")

/// Override scopes across tasks (rule 19).
@MainActor struct OverrideScopeTaskTests {
  private struct Failure: Error {}

  private func suspend() async {
    for _ in 0..<3 { await Task.yield() }
  }

  @Test func scopeStaysCurrentAcrossSuspensionsUntilItsWorkReturns() async {
    let counter = InstanceCounter()
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    let scope = await withOverrideScope(.isolated) {
      word.override(with: "mock")
      await suspend()
      expectEqual(word.resolve(), "mock")
      await Task.detached {}.value
      expectEqual(word.resolve(), "mock")
      _ = injection.resolve()
      expectEqual(counter.alive, 1)
      return OverrideScope.current
    }

    expect(scope.hasEnded)
    expectEqual(counter.alive, 0)
    withOverrideScope(.isolated) { expectEqual(word.resolve(), "live") }
  }

  @Test func childTasksInheritTheScope() async {
    await withOverrideScope(.isolated) {
      word.override(with: "mock")
      async let child = word.resolve()
      let unstructured = Task {
        await Task.yield()
        return word.resolve()
      }
      let group = await withTaskGroup(of: String.self) { group in
        for _ in 0..<5 { group.addTask { await word.resolve() } }
        var words: [String] = []
        for await word in group { words.append(word) }
        return words
      }

      expectEqual(await child, "mock")
      expectEqual(await unstructured.value, "mock")
      expectEqual(group, Array(repeating: "mock", count: 5))
    }
  }

  @Test func detachedTasksAndDispatchBlocksRunInTheGlobalScopeUnlessRunContinuesTheScope() async {
    await withOverrideScope(.isolated) {
      word.override(with: "mock")
      let scope = OverrideScope.current

      let isTaskOutside = await Task.detached { OverrideScope.current.isGlobal }.value
      let inTask = await Task.detached { await scope.run { await word.resolve() } }.value
      let (isBlockOutside, inBlock) = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          let isOutside = OverrideScope.current.isGlobal
          continuation.resume(returning: (isOutside, scope.run { MainActor.assumeIsolated { word.resolve() } }))
        }
      }

      expect(isTaskOutside && isBlockOutside)
      expectEqual([inTask, inBlock], ["mock", "mock"])
    }
  }

  @Test func consumerReadsInItsScopeWhereverItIsCreatedAndRead() async {
    await withOverrideScope(.isolated) {
      word.override(with: "mock")
      let scope = OverrideScope.current
      let (first, second) = (Reader(), Reader())
      let ofAnotherQueue: Reader = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let reader = scope.run { Reader() }
          // Resumes after the task waits, because the thread sanitizer does not see an earlier hand-over.
          DispatchQueue.main.async { continuation.resume(returning: reader) }
        }
      }
      await suspend()

      expectEqual(first.word, "mock")
      expectEqual(await Task.detached { await MainActor.run { second.word } }.value, "mock")
      expectEqual(ofAnotherQueue.word, "mock")
    }
  }

  @Test func errorsAndCancellationEndTheScope() async {
    let scopes = Variable<[OverrideScope]>([])
    await #expect(throws: Failure.self) {
      try await withOverrideScope(.isolated) {
        scopes.content.append(OverrideScope.current)
        word.override(with: "mock")
        await suspend()
        throw Failure()
      }
    }
    let task = Task {
      try await withOverrideScope(.isolated) {
        scopes.content.append(OverrideScope.current)
        // vial-graph: ignore because the test is about the end of the scope
        word.override(with: "mock")
        try await Task.sleep(for: .seconds(3600))
      }
    }
    while scopes.content.count < 2 { await Task.yield() }

    task.cancel()
    let result = await task.result

    #expect(throws: CancellationError.self) { try result.get() }
    expectEqual(scopes.content.map(\.hasEnded), [true, true])
    expect(OverrideScope.current.isGlobal)
  }
}

/// An owner that can be created on any thread.
private struct Reader: Sendable {
  @Instance(VialTests.word) var word
}
