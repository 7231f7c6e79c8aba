import Testing
import Vial
import VialInspection

/// Graphs distinguish injections by identity, and an outer recording includes nested recordings (rule 23).
@Suite(.checksInvariants) @MainActor struct InjectionGraphIdentityTests {
  /// Publishes each injection on the same line of an imagined application.
  private func publish(_ number: Int, _ strategy: InjectionStrategy = .onDemand) -> Injection<Int> {
    Injection(strategy: strategy, instance: number, fileID: "App/Helper.swift", line: 1)
  }

  private func publishWhole(_ parts: Injection<Int>...) -> Injection<String> {
    Injection(strategy: .singleton, fileID: "App/Whole.swift", line: 2) { "\(parts.map { $0.resolve() })" }
  }

  @Test func injectionsPublishedByTheSameLineAreSeparateNodesWithTheirOwnEdges() {
    let flow = InjectionFlow("flow")
    let parts = [publish(1, .flow(flow)), publish(2, .flow(flow))]
    let wholes = [publishWhole(parts[0]), publishWhole(parts[0], parts[1], parts[1])]

    let graph = withOverrideScope(.isolated) {
      parts[0].override(with: 3, fileID: "Tests/A.swift", line: 9)
      return InjectionGraph.record { for _ in 0..<3 { for whole in wholes { _ = whole.resolve() } } }
    }

    expectEqual(graph.nodes.map(\.name), ["Int", "Int", "String", "String"])
    expectEqual(graph.nodes.prefix(2).map(\.declaration?.callSite.fileID), ["App/Helper.swift", "App/Helper.swift"])
    expectEqual(graph.nodes.compactMap(\.overriddenAt?.description), ["Tests/A.swift:9"])
    expectEqual(graph.edges.count, 3)
    expectEqual(graph.captiveDependencies.count, 3)
    for text in [graph.mermaid, graph.dot] {
      expectEqual(Set(text.split(separator: "\n").filter { $0.contains("->") }).count, 3)
    }
  }

  @Test func deallocatedInjectionsAreSeparateNodes() {
    let graph = InjectionGraph.record { for number in 0..<10 { _ = publish(number).resolve() } }

    expectEqual(graph.nodes.count, 10)
  }

  @Test func outerRecordingIncludesTheNodesAndEdgesOfNestedRecordings() {
    let wholes = (0..<3).map { publishWhole(publish($0)) }
    var graphs: [InjectionGraph] = []

    let outer = InjectionGraph.record {
      _ = wholes[0].resolve()
      let middle = InjectionGraph.record {
        graphs.append(InjectionGraph.record { _ = wholes[1].resolve() })
      }
      graphs.append(middle)
      _ = wholes[2].resolve()
    }
    graphs.append(outer)

    expectEqual(graphs.map(\.nodes.count), [2, 2, 6])
    expectEqual(graphs.map(\.edges.count), [1, 1, 3])
  }
}
