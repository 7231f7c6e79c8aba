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

  /// Ends when `finish()` is called, so that work outlives its scope.
  private typealias Gate = (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

  private func makeGate() -> Gate { AsyncStream.makeStream() }

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
    let scopes = Box<[OverrideScope]>([])
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

  @Test func taskThatOutlivesItsScopeUsesItsReplacementsAndCannotOverride() async {
    let counter = InstanceCounter()
    // A rollback that another test makes in the global scope would evict the late instance.
    await withOverrideScope(.isolated) {
      for kind in OverrideScope.Kind.all {
        let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
        let gate = makeGate()
        let (task, token, model) = withOverrideScope(kind) {
          word.override(with: "mock")
          let token = injection.override(with: CountedObject(counter, "mock"))
          let task = Task {
            for await _ in gate.stream {}
            let late = injection.override(with: CountedObject(counter, "late mock"))
            expect(!late.isActive && !token.isActive && !token.rollback(), "\(kind)")
            expect(OverrideScope.current.hasEnded, "\(kind)")
            async let child = word.resolve()
            let inner = Task { injection.resolve().name }
            return [injection.resolve().name, Owner(injection).value.name, await inner.value, await child]
          }
          return (task, token, Box<Owner<CountedObject>?>(Owner(injection)))
        }
        let held = model.content?.value
        gate.continuation.finish()

        expectEqual(await task.value, Array(repeating: "mock", count: 4), "\(kind)")
        // The tasks and the consumers of an ended scope share a late instance.
        expectEqual(held?.serial, counter.built, "\(kind)")
        expect(!token.isActive, "\(kind)")
        expectEqual(injection.resolve().name, "live", "\(kind)")
      }
    }
  }

  @Test func innerScopeOfATaskKeepsReplacementsAndInstancesWhenOuterScopesEnd() async {
    let counter = InstanceCounter()
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let gate = makeGate()
    let isBuilt = Box(false)

    let task = await withOverrideScope(.isolated) {
      injection.override(with: CountedObject(counter, "outer"))
      return await withOverrideScope {
        let task = Task {
          await withOverrideScope {
            let before = injection.resolve()
            isBuilt.content = true
            for await _ in gate.stream {}
            injection.clear()
            let after = injection.resolve()
            return before.name == "outer" && after.name == "outer" && injection.resolve() === after
          }
        }
        while !isBuilt.content { await Task.yield() }
        return task
      }
    }
    gate.continuation.finish()

    expect(await task.value)
    expectEqual(counter.alive, 0)
  }

  @Test func parallelScopesDoNotSeeEachOther() async {
    let counter = InstanceCounter()
    let base = (0..<20).map { index in
      Injection<any Named>(
        strategy: [.singleton, .shared, .onDemand][index % 3],
        instance: CountedObject(counter, "live")
      )
    }
    let whole = Injection<any Named>(
      strategy: .singleton,
      instance: CountedObject(counter, base.map { $0.resolve().name }.joined(separator: " "))
    )

    let tasks = (0..<TestSize.of(40, thorough: 200)).map { number in
      Task {
        await withOverrideScope(number.isMultiple(of: 2) ? .isolated : .inheriting) {
          await run(number, base, whole, counter)
        }
      }
    }
    var failures = 0
    for task in tasks { failures += await task.value }

    expectEqual(failures, 0)
    expect(base.allSatisfy { !$0.isOverridden && $0.current == nil })
    expect(whole.current == nil)
    expectEqual(counter.alive, 0)
  }

  /// Counts how often a value of another scope was resolved.
  private func run(
    _ number: Int,
    _ base: [Injection<any Named>],
    _ whole: Injection<any Named>,
    _ counter: InstanceCounter
  ) async -> Int {
    var failures = 0
    let owners = base.map { Owner($0) }
    for injection in base {
      if number.isMultiple(of: 3) {
        injection.override(with: {
          CountedObject(counter, "\(number)", parts: [$0.resolve()])
        })
      } else {
        injection.override(with: CountedObject(counter, "\(number)"))
      }
      await Task.yield()
    }
    for (injection, owner) in zip(base, owners) {
      if injection.resolve().name != "\(number)" { failures += 1 }
      await Task.yield()
      if owner.value.name != "\(number)" { failures += 1 }
    }
    let expected = Array(repeating: "\(number)", count: base.count).joined(separator: " ")
    if whole.resolve().name != expected { failures += 1 }
    await Task.yield()
    do {
      try await withOverrideScope {
        base[0].override(with: CountedObject(counter, "nested \(number)"))
        await Task.yield()
        if base[0].resolve().name != "nested \(number)" { failures += 1 }
        throw Failure()
      }
    } catch {}
    for injection in base {
      if !injection.rollbackOverride() { failures += 1 }
      await Task.yield()
      if injection.resolve().name != "live" { failures += 1 }
    }
    return failures
  }
}

/// An owner that can be created on any thread.
private struct Reader: Sendable {
  @Instance(VialTests.word) var word
}
