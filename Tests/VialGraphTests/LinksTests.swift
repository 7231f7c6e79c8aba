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

  @Test func aWayIsInOneExecutable() {
    let modules: [Document.Module] = [
      .init(name: "App", imports: [], reaches: ["App/main", "Lib/screen", "Lib/weather"]),
      .init(name: "Tool", imports: [], reaches: ["Lib/http", "Lib/weather", "Tool/main"]),
    ]
    let nodes: [Document.Node] = [
      .injection("Lib/http"), .injection("Lib/weather"), .code("Lib/screen", .view), .code("App/main", .code),
      .code("Tool/main", .code), .code("Lib/preview", .code),
    ]
    let edges: [Document.Edge] = [
      .edge("Lib/weather", "Lib/http", executables: ["Tool"]), .edge("Lib/screen", "Lib/weather"),
      .edge("App/main", "Lib/screen"), .edge("Tool/main", "Lib/weather"), .edge("Lib/preview", "Lib/weather"),
    ]
    let links = Document.Links(Document(modules: modules, nodes: nodes, edges: edges))
    expectEqual(links.dependents(of: 0).map(\.node.name), ["weather", "main", "preview"])
    expectEqual(links.dependents(of: 0)[1].node.module, "Tool")
    expectEqual(links.countOfDependents(of: 0).all, 3)
    expectEqual(links.countOfDependents(of: 1).certain, 4)
    expect(links.path(from: [3], to: [0]) == nil)
    expectEqual(links.path(from: [4], to: [0])?.count, 2)
  }

  @Test func cyclesEnd() {
    let links = Document.Links(
      Document(nodes: [.injection("A/a"), .injection("A/b")], edges: [.edge("A/a", "A/b"), .edge("A/b", "A/a")])
    )
    expectEqual(links.dependents(of: 0).map(\.node.id), ["A/b"])
  }
}
