import Testing
import Vial
import VialInspection

@MainActor private let url = Injection(strategy: .singleton, instance: "url", fileID: "App/URL.swift", line: 1)
@MainActor private let database = Injection<any Named>(
  strategy: .shared,
  instance: Sample(InstanceCounter(), url.resolve()),
  fileID: "App/Database.swift",
  line: 2
)
@MainActor private let names = InjectionFamily<String, [String]>(
  strategy: .onDemand,
  fileID: "App/Names.swift",
  line: 3
) { [$0] }

@MainActor private final class Screen {
  @Instance(database) var service
  @Instance(url) var address
}

/// The text of a graph for Mermaid and Graphviz.
@MainActor struct InjectionGraphTextTests {
  private func graph(_ body: @MainActor () -> Void) -> InjectionGraph {
    withOverrideScope(.isolated) {
      url.override(with: "mock", fileID: "Tests/A.swift", line: 9)
      return InjectionGraph.record(body)
    }
  }

  @Test func textHasNodesEdgesAndOverrides() {
    let graph = graph { _ = Screen().service }

    expectEqual(
      graph.mermaid,
      """
      flowchart LR
        n0("Screen")
        n1["String<br/>singleton<br/>overridden at Tests/A.swift:9"]:::overridden
        n2["any Named<br/>shared<br/>App/Database.swift:2"]
        n0 --> n2
        n2 --> n1
        classDef overridden stroke-dasharray: 5 5

      """
    )
    expectEqual(
      graph.dot,
      """
      digraph injections {
        rankdir=LR
        node [shape=box, fontname=Helvetica]
        n0 [label="Screen", style="rounded"]
        n1 [label="String\\nsingleton\\noverridden at Tests/A.swift:9", style="dashed"]
        n2 [label="any Named\\nshared\\nApp/Database.swift:2"]
        n0 -> n2
        n2 -> n1
      }

      """
    )
    expect(!InjectionGraph.record { _ = url.resolve() }.mermaid.contains("classDef overridden"))

    let empty = InjectionGraph.record {}
    expectEqual(empty.mermaid, "flowchart LR\n")
    expectEqual(empty.dot, "digraph injections {\n  rankdir=LR\n  node [shape=box, fontname=Helvetica]\n}\n")
  }

  @Test func textIsOrderedByNamesInsteadOfResolves() {
    let forth = graph {
      let screen = Screen()
      _ = (screen.service, screen.address)
      _ = names.resolve("a")
    }
    let back = graph {
      _ = names.resolve("a")
      let screen = Screen()
      _ = (screen.address, screen.service)
    }

    expectEqual([forth.mermaid, forth.dot], [back.mermaid, back.dot])
    expectEqual(forth.edges, back.edges)
    expectEqual(forth.edges.count, 3)
  }

  @Test func specialCharactersInLabelsAreEscaped() {
    let graph = InjectionGraph.record { _ = names.resolve("\"a\\b\"\n<#1;>") }

    expect(graph.mermaid.contains("n0[\"Array#lt;String#gt;[#quot;a\\b#quot; #lt;#35;1;#gt;]<br/>onDemand<br/>"))
    expect(graph.dot.contains("n0 [label=\"Array<String>[\\\"a\\\\b\\\" <#1;>]\\nonDemand\\nApp/Names.swift:3\"]"))
  }
}
