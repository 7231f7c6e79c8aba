import Testing
import Vial
import VialInspection

/// Graphs distinguish injections by identity, and an outer recording includes nested recordings (rule 23).
@MainActor struct InjectionGraphIdentityTests {
  /// Publishes each injection on the same line of an imagined application.
  private func publish(
    _ number: Int,
    _ strategy: InjectionStrategy = .onDemand
  ) -> Injection<Int> {
    Injection(strategy: strategy, instance: number, fileID: "App/Helper.swift", line: 1)
  }

  private func publishWhole(_ parts: Injection<Int>...) -> Injection<String> {
    Injection(
      strategy: .singleton,
      instance: "\(parts.map { $0.resolve() })",
      fileID: "App/Whole.swift",
      line: 2
    )
  }

  @Test func injectionsPublishedByTheSameLineAreSeparateNodes() {
    let (first, second) = (publish(1), publish(2))

    let graph = InjectionGraph.record {
      for _ in 0..<3 { _ = first.resolve() + second.resolve() }
    }

    expectEqual(graph.nodes.map(\.name), ["Int", "Int"])
    expectEqual(
      graph.nodes.map(\.declaration?.callSite.fileID),
      Array(repeating: "App/Helper.swift", count: 2)
    )
  }

  @Test func injectionsPublishedByTheSameLineHaveSeparateEdges() {
    let flow = InjectionFlow("flow")
    let whole = publishWhole(publish(1, .flow(flow)), publish(2, .flow(flow)))

    let graph = InjectionGraph.record { _ = whole.resolve() }

    expectEqual(graph.nodes.count, 3)
    expectEqual(graph.edges.count, 2)
    expectEqual(graph.captiveDependencies.count, 2)
    for text in [graph.mermaid, graph.dot] {
      let arrows = text.split(separator: "\n").filter { $0.contains("->") }
      expectEqual(Set(arrows).count, 2)
    }
  }

  @Test func dependentsPublishedByTheSameLineHaveTheirOwnEdges() {
    let parts = (publish(1), publish(2))
    let wholes = (publishWhole(parts.0), publishWhole(parts.0, parts.1))

    let graph = InjectionGraph.record { _ = wholes.0.resolve() + wholes.1.resolve() }

    expectEqual(graph.nodes.count, 4)
    expectEqual(graph.edges.count, 3)
  }

  @Test func injectionWithTwoDependentsIsOneNode() {
    let part = publish(1)
    let wholes = (publishWhole(part), publishWhole(part, part))

    let graph = InjectionGraph.record { _ = wholes.0.resolve() + wholes.1.resolve() }

    expectEqual(graph.nodes.count, 3)
    expectEqual(graph.edges.count, 2)
  }

  @Test func overrideIsMarkedForOneOfTwoInjectionsOfTheSameLine() {
    let (first, second) = (publish(1), publish(2))
    first.override(with: 3, fileID: "Tests/A.swift", line: 9)
    defer { first.rollbackOverride() }

    let graph = InjectionGraph.record { _ = first.resolve() + second.resolve() }

    expectEqual(graph.nodes.count, 2)
    expectEqual(graph.nodes.compactMap(\.overriddenAt?.description), ["Tests/A.swift:9"])
  }

  @Test func deallocatedInjectionsAreSeparateNodes() {
    let graph = InjectionGraph.record {
      for _ in 0..<10 {
        _ = Injection(strategy: .onDemand, instance: 1, fileID: "App/A.swift", line: 1).resolve()
      }
    }

    expectEqual(graph.nodes.count, 10)
  }

  // MARK: Nested recordings

  @Test func outerRecordingIncludesTheNodesOfANestedRecording() throws {
    let injections = (1...3).map { number in
      Injection(strategy: .onDemand, instance: number, fileID: "App/Part.swift", line: UInt(number))
    }
    var inner: InjectionGraph?

    let outer = InjectionGraph.record {
      _ = injections[0].resolve()
      inner = InjectionGraph.record { _ = injections[1].resolve() }
      _ = injections[2].resolve()
    }

    expectEqual(outer.nodes.map(\.declaration?.callSite.line), [1, 2, 3])
    expectEqual(try #require(inner).nodes.map(\.declaration?.callSite.line), [2])
  }

  @Test func outerRecordingIncludesTheEdgesOfANestedRecording() throws {
    let whole = publishWhole(publish(1), publish(2))
    var inner: InjectionGraph?

    let outer = InjectionGraph.record {
      inner = InjectionGraph.record { _ = whole.resolve() }
    }

    expectEqual(try #require(inner).edges.count, 2)
    expectEqual(outer.edges.count, 2)
    expectEqual(outer.nodes.count, 3)
  }

  @Test func eachOfThreeNestedRecordingsHasItsOwnNodes() {
    let injections = (0..<3).map { publish($0) }
    var counts: [Int] = []

    let outer = InjectionGraph.record {
      _ = injections[0].resolve()
      let middle = InjectionGraph.record {
        _ = injections[1].resolve()
        counts.append(InjectionGraph.record { _ = injections[2].resolve() }.nodes.count)
      }
      counts.append(middle.nodes.count)
    }
    counts.append(outer.nodes.count)

    expectEqual(counts, [1, 2, 3])
  }
}
