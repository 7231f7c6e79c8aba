import Testing
import Vial
import VialInspection

/// The graph of resolved injections and their requesters.
@MainActor struct InjectionGraphTests {
  private let url = Injection(strategy: .onDemand, instance: 1, fileID: "App/URL.swift", line: 1)

  @Test func dependencyOfAFactoryIsAnEdgeFromItsInjection() {
    let database = Injection(strategy: .onDemand, fileID: "App/Database.swift", line: 2) { [url] in
      "\(url.resolve())"
    }

    let graph = InjectionGraph.record { for _ in 0..<2 { _ = database.resolve() } }

    expectEqual(graph.nodes.map(\.description), ["Int (App/URL.swift:1)", "String (App/Database.swift:2)"])
    expectEqual(graph.edges.map(\.description), ["String (App/Database.swift:2) → Int (App/URL.swift:1)"])
    expectEqual(graph.nodes.map(\.strategy), ["onDemand", "onDemand"])
  }

  @Test func consumerIsAnEdgeFromItsOwnerOrFromTheInjectionThatCreatedIt() {
    let object = Injection(strategy: .shared, fileID: "A.swift", line: 1) { CountedObject(InstanceCounter()) }
    let screens = Injection(strategy: .onDemand, instance: Screen(url), fileID: "App/Screen.swift", line: 4)
    var later: Screen?

    let graph = InjectionGraph.record {
      _ = Screen(url).number
      _ = BackReference(object).probe
      _ = screens.resolve().number
      later = Screen(Injection(strategy: .onDemand, instance: 2))
    }
    expectEqual(later?.number, 2)

    expectEqual(
      graph.edges.map(\.description),
      [
        "BackReference → CountedObject (A.swift:1)", "Screen (App/Screen.swift:4) → Int (App/URL.swift:1)",
        "Screen → Int (App/URL.swift:1)",
      ]
    )
    let owner = graph.edges.last?.from
    expectEqual(owner?.name, "Screen")
    expect(owner?.declaration == nil && owner?.strategy == nil)
  }

  @Test func overriddenNodeHasTheLineAndTheStrategyOfTheNewestOverride() {
    let part = Injection(strategy: .onDemand, instance: "part", fileID: "App/Part.swift", line: 2)

    let graph = withOverrideScope(.isolated) {
      InjectionGraph.record {
        url.override(with: 5, fileID: "Tests/Earlier.swift", line: 1)
        expectEqual(url.resolve(), 5)
        url.rollbackOverride()
        url.override(with: { $0 + 1 }, fileID: "Tests/A.swift", line: 1)
        url.override(
          with: { $0 + part.resolve().count },
          strategy: .singleton,
          fileID: "Tests/A.swift",
          line: 2
        )
        _ = url.resolve()
        url.rollbackAllOverrides()
        expectEqual(url.resolve(), 1)
      }
    }

    expectEqual(graph.nodes.map(\.overriddenAt?.description), ["Tests/A.swift:2", nil])
    expectEqual(graph.nodes.map(\.strategy), ["singleton", "onDemand"])
    expectEqual(graph.edges.map(\.description), ["Int (App/URL.swift:1) → String (App/Part.swift:2)"])
  }

  @Test func factoryThatEntersAScopeHasAnEdgeToItsDependency() {
    let scope = OverrideScope()
    let runs = Injection(strategy: .onDemand, fileID: "App/Runs.swift", line: 1) { [url] in
      scope.run { "\(url.resolve())" }
    }
    let opens = Injection(strategy: .onDemand, fileID: "App/Opens.swift", line: 1) { [url] in
      withOverrideScope { "\(url.resolve())" }
    }

    let graph = InjectionGraph.record { expectEqual([runs.resolve(), opens.resolve()], ["1", "1"]) }

    expectEqual(
      graph.edges.map(\.description),
      [
        "String (App/Opens.swift:1) → Int (App/URL.swift:1)", "String (App/Runs.swift:1) → Int (App/URL.swift:1)",
      ]
    )
    scope.end()
  }

  @Test func keyRequirementOrContextIsOneNode() {
    let family = InjectionFamily<String, Int>(strategy: .singleton) { $0.count }
    let required = Injection<Double>.required("a number")
    required.provide(with: 1, strategy: .shared)
    let inContext = Injection(strategy: .singleton, instance: "").when(.init("always") { true }, instance: "")

    let graph = InjectionGraph.record {
      _ = (family.resolve("b"), family.resolve("a"), required.resolve(), inContext.resolve())
    }

    expectEqual(graph.nodes.map(\.name), ["Double", "Int[a]", "Int[b]", "String"])
    expectEqual(graph.nodes.map(\.strategy), ["shared", "singleton", "singleton", "singleton"])
    expect(graph.edges.isEmpty)
  }

  @Test func errorEndsTheRecording() async {
    struct Stop: Error {}

    #expect(throws: Stop.self) { try InjectionGraph.record { throw Stop() } }
    await #expect(throws: Stop.self) {
      try await InjectionGraph.record {
        await Task.yield()
        throw Stop()
      }
    }
    expectEqual(InjectionGraph.record { _ = url.resolve() }.nodes.count, 1)
  }
}

/// Recordings of asynchronous work, several at a time.
@MainActor struct AsyncInjectionGraphTests {
  @Test func parallelRecordingsDoNotSeeEachOther() async {
    let numbers = (0..<8).map {
      Injection(strategy: .onDemand, instance: $0, fileID: "App/Number.swift", line: UInt($0))
    }

    let recordings = numbers.map { number in
      Task {
        await InjectionGraph.record {
          for _ in 0..<10 {
            _ = Screen(number).number
            await Task.yield()
          }
        }
      }
    }

    for (index, recording) in recordings.enumerated() {
      let graph = await recording.value
      expectEqual(graph.edges.map(\.description), ["Screen → Int (App/Number.swift:\(index))"])
    }
  }

  @Test func workInScopesAndTasksIsRecorded() async {
    let injection = Injection(strategy: .singleton, instance: 1, fileID: "A.swift", line: 1)

    let graph = await InjectionGraph.record {
      await withOverrideScope {
        injection.override(with: 2, fileID: "B.swift", line: 2)
        await Task { _ = Screen(injection).number }.value
      }
    }

    expectEqual(graph.nodes.first?.overriddenAt?.description, "B.swift:2")
    expectEqual(graph.edges.map(\.description), ["Screen → Int (A.swift:1)"])
  }

  @Test func taskStartedByARecordingStaysInItsScope() async {
    let injection = Injection(strategy: .singleton, instance: "live")

    let name = await withOverrideScope {
      injection.override(with: "mock")
      let (gate, opener) = AsyncStream<Void>.makeStream()
      var task: Task<String, Never>?
      _ = InjectionGraph.record {
        task = Task {
          for await _ in gate {}
          return injection.resolve()
        }
      }
      opener.finish()
      return await task?.value
    }

    expectEqual(name, "mock")
  }
}

@MainActor private final class Screen {
  @Instance<Int> var number: Int

  init(_ injection: Injection<Int>) { _number = Instance(injection, owner: "Screen") }
}

@MainActor private final class BackReference {
  @WeakInstance<CountedObject> var probe: CountedObject?

  init(_ injection: Injection<CountedObject>) { _probe = WeakInstance(injection, owner: "BackReference") }
}
