import Testing

@testable import VialGraph

struct LinksTests {
  private let links = Document.Links(.fixture)

  @Test func dependentsAreNearestFirstWithTheWay() {
    let found = links.dependents(of: 1)
    expectEqual(found.map(\.node.name), ["Services.weather", "Home.StateModel", "HomeView"])
    expectEqual(found.last?.through.map(\.name), ["Home.StateModel", "Services.weather"])
  }

  @Test func aDependentIsCertainIfEachUseOnSomeWayIs() {
    expectEqual(links.dependents(of: 1).map(\.isCertain), [false, false, false])
    expectEqual(links.dependents(of: 0).map(\.isCertain), [true, true])
  }

  @Test func aCertainDependentHasTheShortestCertainWay() {
    let nodes: [Document.Node] = ["a", "b", "c", "d"].map { .injection("A/\($0)") }
    let edges: [Document.Edge] = [
      .edge("A/d", "A/a", certain: false), .edge("A/d", "A/c"), .edge("A/c", "A/b"), .edge("A/b", "A/a"),
    ]
    let found = Document.Links(Document(nodes: nodes, edges: edges)).dependents(of: 0)
    expectEqual(found.map(\.node.name), ["d", "b", "c"])
    expectEqual(found.map(\.isCertain), [true, true, true])
    expectEqual(found.map { $0.through.map(\.name) }, [["c", "b"], [], ["b"]])
  }

  @Test func cyclesEnd() {
    let links = Document.Links(
      Document(nodes: [.injection("A/a"), .injection("A/b")], edges: [.edge("A/a", "A/b"), .edge("A/b", "A/a")])
    )
    expectEqual(links.dependents(of: 0).map(\.node.id), ["A/b"])
  }
}
