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
    expectEqual(found.map(\.node.name), ["b", "c", "d"])
    expectEqual(found.map(\.isCertain), [true, true, true])
    expectEqual(found.map { $0.through.map(\.name) }, [[], ["b"], ["c", "b"]])
  }

  @Test(arguments: [["a", "b", "c", "d"], ["d", "c", "b", "a"], ["b", "a", "c", "d"]])
  func theLongestChainLeavesOutTheEdgesOfACycle(order: [String]) {
    func chain(_ uses: String...) -> [String] {
      let edges = uses.map { use in
        let names = use.split(separator: " ")
        return Document.Edge.edge("A/\(names[0])", "A/\(names[1])")
      }
      let nodes = order.map { Document.Node.injection("A/\($0)") }
      return Document.Links(Document(nodes: nodes, edges: edges)).longestChain.map(\.name)
    }
    expectEqual(chain("a b", "b c", "a c", "c d"), ["a", "b", "c", "d"])
    expectEqual(chain("a b", "b a", "b c", "c d"), ["b", "c", "d"])
    expectEqual(chain("a b", "b b", "b c"), ["a", "b", "c"])
    expectEqual(chain("a b", "b c", "c a", "b d"), ["b", "d"])
  }

  @Test func eachInjectionOfALongChainIsCounted() {
    let count = 2_000
    let nodes = (0..<count).map { Document.Node.injection("A/\($0)") }
    let edges = (1..<count).flatMap { number in
      [number - 1, number / 2].map { Document.Edge.edge("A/\(number)", "A/\($0)") }
    }
    expectEqual(Document.Links(Document(nodes: nodes, edges: edges)).longestChain.count, count)
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
    expectEqual(links.dependents(of: 0).map(\.node.name), ["weather", "preview", "main"])
    expectEqual(links.dependents(of: 0)[2].node.module, "Tool")
    expectEqual(links.countOfDependents(of: 0).all, 3)
    expectEqual(links.countOfDependents(of: 1).certain, 4)
    expect(links.path(from: [3], to: [0]) == nil)
    expectEqual(links.path(from: [4], to: [0])?.count, 2)
  }

  @Test func theStepsOfAnExecutableLeadToTheDependents() {
    let modules: [Document.Module] = [
      .init(name: "App", imports: [], reaches: ["App/main", "Lib/names", "Lib/weather", "Lib/http"]),
      .init(name: "Tool", imports: [], reaches: ["Lib/http", "Tool/main"]),
    ]
    let nodes: [Document.Node] = [
      .injection("Lib/http"), .injection("Lib/weather"), .code("Lib/names", .code), .code("App/main", .code),
      .code("Tool/main", .code),
    ]
    var call = Document.Edge.edge("App/main", "Lib/names")
    call.isCall = true
    let edges: [Document.Edge] = [
      call, .edge("Lib/names", "Lib/weather"), .edge("Lib/weather", "Lib/http", certain: false, executables: ["App"]),
      .edge("Tool/main", "Lib/http"),
    ]
    let links = Document.Links(Document(modules: modules, nodes: nodes, edges: edges))
    let steps = links.executables.map { executable in
      links.steps(in: executable).map { [$0.user, $0.needed, $0.endsWay ? 1 : 0, $0.isCertain ? 1 : 0] }
    }
    expectEqual(steps, [[[1, 0, 0, 0], [2, 1, 0, 1], [3, 2, 1, 1]], [[4, 0, 0, 1]]])
    expectEqual(links.dependents(of: 0).map(\.node.name), ["weather", "main", "names"])
    expectEqual(links.dependents(of: 2).map(\.node.module), ["App"])
  }

  @Test func cyclesEnd() {
    let links = Document.Links(
      Document(nodes: [.injection("A/a"), .injection("A/b")], edges: [.edge("A/a", "A/b"), .edge("A/b", "A/a")])
    )
    expectEqual(links.dependents(of: 0).map(\.node.id), ["A/b"])
  }
}
