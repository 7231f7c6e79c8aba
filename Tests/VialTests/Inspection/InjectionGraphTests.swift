import Testing
import Vial
import VialInspection

/// The graph of resolved injections and their requesters.
@MainActor struct InjectionGraphTests {
  private let url = Injection(strategy: .onDemand, instance: 1, fileID: "App/URL.swift", line: 1)

  @Test func dependencyOfAFactoryIsAnEdgeFromItsInjection() {
    let url = url
    let database = Injection(
      strategy: .onDemand,
      instance: "\(url.resolve())",
      fileID: "App/Database.swift",
      line: 2
    )

    let graph = InjectionGraph.record {
      _ = database.resolve()
      _ = database.resolve()
    }

    expectEqual(
      graph.nodes.map(\.description),
      ["Int (App/URL.swift:1)", "String (App/Database.swift:2)"]
    )
    expectEqual(
      graph.edges.map(\.description),
      ["String (App/Database.swift:2) → Int (App/URL.swift:1)"]
    )
    expectEqual(graph.nodes.map(\.strategy), ["onDemand", "onDemand"])
  }

  @Test func consumerIsAnEdgeFromTheTypeOfItsOwner() throws {
    let graph = InjectionGraph.record { _ = Screen(url).number }

    let owner = try #require(graph.edges.first).from
    expectEqual(owner.name, "Screen")
    expect(owner.declaration == nil)
    expect(owner.strategy == nil)
    expectEqual(graph.edges.map(\.description), ["Screen → Int (App/URL.swift:1)"])
  }

  @Test func weakConsumerIsAnEdgeFromTheTypeOfItsOwner() {
    let injection = Injection(
      strategy: .shared,
      instance: CountedObject(InstanceCounter()),
      fileID: "A.swift",
      line: 1
    )

    let graph = InjectionGraph.record { _ = BackReference(injection).probe }

    expectEqual(graph.edges.map(\.description), ["BackReference → CountedObject (A.swift:1)"])
  }

  @Test func consumerOfAnInstanceIsAnEdgeFromTheInjection() {
    let screens = Injection(
      strategy: .onDemand,
      instance: Screen(url),
      fileID: "App/Screen.swift",
      line: 4
    )

    let graph = InjectionGraph.record {
      let screen = screens.resolve()
      _ = screen.number
    }

    expectEqual(
      graph.edges.map(\.description),
      ["Screen (App/Screen.swift:4) → Int (App/URL.swift:1)"]
    )
  }

  @Test func consumerReadAfterTheRecordingIsNotAnEdge() {
    var screen: Screen?
    let graph = InjectionGraph.record { screen = Screen(url) }

    expectEqual(screen?.number, 1)

    expect(graph.edges.isEmpty)
    expect(graph.nodes.isEmpty)
  }

  @Test func overriddenNodeHasTheLineAndStrategyOfTheOverride() {
    url.override(with: 2, strategy: .singleton, fileID: "Tests/A.swift", line: 9)
    defer { url.rollbackOverride() }

    let graph = InjectionGraph.record { _ = url.resolve() }

    expectEqual(graph.nodes.map(\.overriddenAt?.description), ["Tests/A.swift:9"])
    expectEqual(graph.nodes.map(\.strategy), ["singleton"])
  }

  @Test func nodeStaysMarkedAfterItsOverrideIsRolledBack() {
    let graph = InjectionGraph.record {
      url.override(with: 2, strategy: .singleton, fileID: "Tests/A.swift", line: 9)
      _ = url.resolve()
      url.rollbackOverride()
      expect(url.resolve() != 2)
    }

    expectEqual(graph.nodes.map(\.overriddenAt?.description), ["Tests/A.swift:9"])
    expectEqual(graph.nodes.map(\.strategy), ["singleton"])
  }

  @Test func factoryThatEntersAScopeHasAnEdgeToItsDependency() {
    let part = Injection(strategy: .onDemand, instance: 1, fileID: "App/Part.swift", line: 2)
    let scope = OverrideScope()
    let runs = Injection(strategy: .onDemand, fileID: "App/Runs.swift", line: 1) {
      scope.run { "\(part.resolve())" }
    }
    let opens = Injection(strategy: .onDemand, fileID: "App/Opens.swift", line: 1) {
      withOverrideScope { "\(part.resolve())" }
    }

    for injection in [runs, opens] {
      let graph = InjectionGraph.record { expectEqual(injection.resolve(), "1") }
      let file = injection == runs ? "Runs" : "Opens"
      expectEqual(
        graph.edges.map(\.description),
        [
          "String (App/\(file).swift:1) → Int (App/Part.swift:2)"
        ]
      )
    }
    scope.end()
  }

  @Test func decoratorsAreOneNodeWithTheNewestOverride() {
    let url = url
    let part = Injection(strategy: .onDemand, instance: "part", fileID: "App/Part.swift", line: 2)
    url.override(with: { $0 + 1 }, fileID: "Tests/A.swift", line: 1)
    url.override(
      with: { $0 + part.resolve().count },
      strategy: .singleton,
      fileID: "Tests/A.swift",
      line: 2
    )
    defer { url.rollbackAllOverrides() }

    let graph = InjectionGraph.record { _ = url.resolve() }

    expectEqual(graph.nodes.map(\.overriddenAt?.description), ["Tests/A.swift:2", nil])
    expectEqual(graph.nodes.map(\.strategy), ["singleton", "onDemand"])
    expectEqual(graph.edges.map(\.description), ["Int (App/URL.swift:1) → String (App/Part.swift:2)"])
  }

  @Test func eachKeyOfAFamilyIsANode() {
    let family = InjectionFamily<String, Int>(
      strategy: .singleton,
      fileID: "App/Family.swift",
      line: 7
    ) { $0.count }

    let graph = InjectionGraph.record { _ = (family.resolve("b"), family.resolve("a")) }

    expectEqual(graph.nodes.map(\.name), ["Int[a]", "Int[b]"])
    expectEqual(graph.nodes.map(\.strategy), ["singleton", "singleton"])
    expect(graph.edges.isEmpty)
  }

  @Test func requiredInjectionIsOneNodeWithTheProvidedStrategy() {
    let required = Injection<Int>.required("a number", fileID: "App/Required.swift", line: 3)
    required.provide(with: 1, strategy: .shared)

    let graph = InjectionGraph.record { _ = required.resolve() }

    expectEqual(graph.nodes.map(\.description), ["Int (App/Required.swift:3)"])
    expectEqual(graph.nodes.map(\.strategy), ["shared"])
  }

  @Test func injectionWithAContextIsOneNode() {
    let injection = Injection(strategy: .singleton, instance: 1)
      .when(.init("always") { true }, instance: 2)

    let graph = InjectionGraph.record { _ = injection.resolve() }

    expectEqual(graph.nodes.map(\.strategy), ["singleton"])
    expect(graph.edges.isEmpty)
  }

  @Test func errorEndsTheRecording() {
    struct Stop: Error {}

    #expect(throws: Stop.self) { try InjectionGraph.record { throw Stop() } }
    let graph = InjectionGraph.record { _ = url.resolve() }

    expectEqual(graph.nodes.count, 1)
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

  @Test func tasksStartedByRecordedWorkAreRecorded() async {
    let injection = Injection(strategy: .onDemand, instance: 1)

    let graph = await InjectionGraph.record {
      await Task { _ = Screen(injection).number }.value
    }

    expectEqual(graph.nodes.map(\.name), ["Int", "Screen"])
  }

  @Test func workInAScopeIsRecorded() async {
    let injection = Injection(strategy: .singleton, instance: 1, fileID: "A.swift", line: 1)

    let graph = await InjectionGraph.record {
      await withOverrideScope {
        injection.override(with: 2, fileID: "B.swift", line: 2)
        await Task.yield()
        _ = Screen(injection).number
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

  @Test func errorEndsARecordingOfAsynchronousWork() async {
    struct Stop: Error {}

    await #expect(throws: Stop.self) {
      try await InjectionGraph.record {
        await Task.yield()
        throw Stop()
      }
    }
  }
}

@MainActor private final class Screen {
  @Instance(Injection(strategy: .onDemand, instance: 0)) var number: Int

  init(_ injection: Injection<Int>) {
    _number = Instance(injection, owner: "Screen")
  }
}

@MainActor private final class BackReference {
  @WeakInstance(Injection(strategy: .shared, instance: CountedObject(InstanceCounter()))) var probe: CountedObject?

  init(_ injection: Injection<CountedObject>) {
    _probe = WeakInstance(injection, owner: "BackReference")
  }
}
