import Foundation
import Testing

@testable import VialGraph

struct SelectionTests {
  private let document = Document.fixture

  @Test(arguments: [
    ("Services.weather", ["Feature/Services.weather"]), ("weather", ["Feature/Services.weather"]),
    ("Api/http", ["Api/http"]), ("Weather", ["Feature/Services.weather"]),
    ("any Weather", ["Feature/Services.weather"]), ("Box", ["Api/http"]), ("Feature.HomeView", ["Feature/HomeView"]),
    ("StateModel", ["Feature/Home.StateModel"]), ("HTTP", ["Api/http"]), ("homeview", ["Feature/HomeView"]),
    ("Home.StateModel.weather", ["Feature/Home.StateModel"]),
    ("sky", ["Feature/Home.StateModel"]),
  ])
  func nameFindsAnInjectionATypeOrAConsumer(name: String, ids: [String]) throws {
    var document = document
    document.edges.append(
      .edge("Feature/Home.StateModel", "Api/http", .firstRead, readBy: "Home.StateModel.sky")
    )
    try expectEqual(document.nodes(named: name).map { document.nodes[$0].id }, ids)
  }

  @Test func ambiguousNameFindsAllMatches() throws {
    let document = Document(nodes: [.injection("A/a"), .injection("B/X.a"), .injection("B/ba")])
    try expectEqual(document.nodes(named: "a"), [0, 1])
  }

  @Test func nameFindsNodesThatHaveTheirModulesInTheirNames() throws {
    var document = Document(nodes: [.injection("A/S.weather"), .injection("B/S.weather")])
    for index in document.nodes.indices { document.nodes[index].name = document.nodes[index].id }
    try expectEqual(document.nodes(named: "weather"), [0, 1])
    try expectEqual(document.nodes(named: "S.weather"), [0, 1])
    try expectEqual(document.nodes(named: "B/S.weather"), [1])
  }

  @Test func anExecutableShowsWhatItReaches() throws {
    var document = document
    document.modules += [
      .init(name: "App", imports: ["Feature"], reaches: ["Feature/Services.weather", "Feature/HomeView", "Api/http"]),
      .init(name: "Tool", imports: ["Api"], reaches: ["Api/http"]),
    ]
    document.faults = ["App", "Tool"].map { .fault("missing", ["Feature/Services.weather"], in: $0) }
    document.edges.append(.edge("Feature/Services.weather", "Api/http", executables: ["Tool"]))
    let app = try document.selecting(reachedFrom: "App")
    expectEqual(app.nodes.map(\.id), ["Feature/Services.weather", "Api/http", "Feature/HomeView"])
    expect(!app.edges.contains { $0.executables != nil })
    expectEqual(app.faults.map(\.executable), ["App"])
    try expectEqual(document.selecting(reachedFrom: "Tool").nodes.map(\.id), ["Api/http"])
    let error = #expect(throws: ToolError.self) { try document.selecting(reachedFrom: "Api") }
    expectEqual(error?.message, "--from must be one of App, Tool")
  }

  @Test func aNameThatAnotherExecutableReachesIsNotReached() throws {
    var document = document
    document.modules = [
      .init(name: "App", imports: [], reaches: ["Feature/HomeView"]),
      .init(name: "Tool", imports: [], reaches: ["Api/http"]),
    ]
    let app = try document.selecting(reachedFrom: "App")
    func message(_ name: String, from executable: String?) -> String? {
      let error = #expect(throws: ToolError.self) { try document.nodes(named: name, in: app, reachedFrom: executable) }
      return error?.message
    }
    try expectEqual(document.nodes(named: "HomeView", in: app, reachedFrom: "App"), [0])
    expectEqual(message("http", from: "App"), "http is not reached by App")
    expectEqual(message("htp", from: "App")?.hasPrefix("no injection, and "), true)
    expectEqual(message("http", from: nil)?.hasPrefix("no injection, and "), true)
  }

  @Test func selectionHasTheFaultsOfItsNodesAndOfTheirMembersOnly() {
    var document = document
    document.faults = [.fault("view", ["Feature/HomeView.model"]), .fault("static", ["Api/Other.shared"])]
    expectEqual(document.selecting { $0.kind == .view }.faults.map(\.rule), ["view"])
    expect(document.selecting { $0.kind == .model }.faults.isEmpty)
  }

  @Test func nameCanContainASlash() throws {
    let document = Document(nodes: [.injection("App/Emoji.</a>"), .injection("App/Emoji.b")])
    try expectEqual(document.nodes(named: "Emoji.</a>"), [0])
  }

  @Test func unknownNameGetsTheNearestNames() {
    let error = #expect(throws: ToolError.self) { try document.nodes(named: "Home.StatModel") }
    expectEqual(error?.message.hasSuffix("is named Home.StatModel; the nearest names are Home.StateModel"), true)
  }

  @Test func namesWithTheLastComponentOfAnUnknownNameAreNear() {
    let error = #expect(throws: ToolError.self) { try document.nodes(named: "AnotherModel.weather") }
    expectEqual(error?.message.hasSuffix("; the nearest names are Services.weather, Home.StateModel.weather"), true)
  }

  @Test(arguments: [
    ("wea", ["Services.weather", "Home.StateModel"]), ("home", ["Home.StateModel", "HomeView"]),
    ("waether", ["Services.weather", "Home.StateModel"]), ("ttp", ["http"]), ("q", []),
    ("water", []), ("wether", ["Services.weather", "Home.StateModel"]),
  ])
  func injectionsAreBeforeOtherMatchesOfOneRank(text: String, names: [String]) {
    expectEqual(NameSearch(document).nodes(near: text).map { document.nodes[$0.node].name }, names)
  }

  @Test func aNameIsBeforeCodeThatConsumesAnotherInjectionOfThatName() {
    let nodes: [Document.Node] = [.injection("A/Api.live"), .injection("A/Log.logger"), .code("A/Page", .model)]
    let edges: [Document.Edge] = [
      .edge("A/Api.live", "A/Log.logger", readBy: "Live.logger"), .edge("A/Page", "A/Api.live"),
      .edge("A/Page", "A/Log.logger", certain: false), .edge("A/Api.live", "A/Page"),
    ]
    let found = NameSearch(Document(nodes: nodes, edges: edges)).nodes(near: "loger")
    expectEqual(found.map(\.term), ["Log.logger", "Live.logger"])
  }

  @Test func aFileIsFoundByItsModuleAndItsLine() {
    let search = NameSearch(document)
    for text in ["Feature/File", "File.swift:8", "file.swift"] {
      expect(search.nodes(near: text).contains { $0.term == "Feature/File.swift:8" })
    }
  }

  private struct Results: Decodable {
    let terms: [[String]]
    let order: [Int]
    let answers: [String: [String]]
  }

  /// `Tests/GraphCases/browser.js` compares the search of the page with the same results.
  @Test func resultsAreThoseOfThePage() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../GraphCases/search.json")
    let expected = try JSONDecoder().decode(Results.self, from: Data(contentsOf: file))
    let search = NameSearch(terms: expected.terms, order: expected.order)
    expect(expected.answers.count > 200)
    for (word, terms) in expected.answers { expectEqual(search.nodes(near: word).map(\.term), terms) }
  }

  @Test func aPathIsTheShortestWayOfTheMostCertainUses() {
    let nodes: [Document.Node] = ["a", "b", "c", "d"].map { .injection("A/\($0)") }
    let edges: [Document.Edge] = [
      .edge("A/a", "A/d", certain: false), .edge("A/a", "A/b"), .edge("A/b", "A/c", through: ["B.init()"]),
      .edge("A/c", "A/d", .firstRead, readBy: "C.d"),
    ]
    let document = Document(nodes: nodes, edges: edges)
    let path = Document.Links(document).path(from: [0], to: [3])
    expectEqual(
      path.map(document.text)?.hasPrefix(
        """
        a: Int  .shared  A/File.swift:1
          → b
          → c through B.init()
          ⇠ d, read by C.d

        """
      ),
      true
    )
    expectEqual(path.map(document.selecting)?.edges.count, 3)
    expect(Document.Links(document).path(from: [3], to: [0]) == nil)
    expect(Document.Links(document).path(from: [0], to: [0]) == nil)
  }

  @Test func aPathIsAWayInOneExecutable() {
    let document = Document(
      modules: ["A", "B"].map { Document.Module(name: $0, imports: [], reaches: []) },
      nodes: ["a", "b", "c"].map { .injection("A/\($0)") },
      edges: [
        .edge("A/a", "A/b", executables: ["A"]), .edge("A/b", "A/c", executables: ["B"]),
        .edge("A/c", "A/a", executables: ["A", "B"]),
      ]
    )
    let links = Document.Links(document)
    expect(links.path(from: [0], to: [2]) == nil)
    expectEqual(links.path(from: [1], to: [0])?.map(\.node), [2, 0])
    expectEqual(links.longestChain.count, 3)
    expectEqual(Set(links.longestChain.map(\.id)), ["A/a", "A/b", "A/c"])
  }

  @Test func dependentsOfOtherKindsAreLeftOut() {
    expect(
      document.answer(about: [1], kinds: [.view]).hasPrefix(
        "Without http, 1 view breaks:\n  indirectly, in Feature\n    HomeView  view"
      )

    )
    expect(document.answer(about: [3], kinds: [.model]).hasPrefix("Without HomeView, no model in the graph breaks."))
    expectEqual(document.neighbourhood(of: [2], kinds: [.view]).nodes.map(\.name), ["Home.StateModel", "HomeView"])
  }

  @Test func severalNodesBeginWithTheirNamesAndManyNodesHaveALineEach() {
    let two = document.answer(about: [1, 3])
    expect(
      two.hasPrefix(
        "2 matches: http, HomeView\n\nWithout http, 1 injection, 1 model and 1 view break:\n  directly, in Feature\n"
      )

    )
    let lines = document.answer(about: [0, 1, 2, 3, 3]).split(separator: "\n")
    expectEqual(lines.count, 6)
    expectEqual(
      lines[1...2],
      [
        "Without Services.weather, 1 model and 1 view break.", "Without http, 1 injection, 1 model and 1 view break.",
      ]
    )
    expectEqual(lines[5], "Without HomeView, nothing in the graph breaks.")
  }

  @Test func nameThatNothingResemblesGetsNoHint() {
    let error = #expect(throws: ToolError.self) { try document.nodes(named: "zzzzzzzz") }
    expectEqual(error?.message.hasSuffix("is named zzzzzzzz"), true)
  }

  @Test func textAroundANodeBeginsWithWhatBreaksWithoutIt() {
    let lines = """
      Without http, 1 injection, 1 model and 1 view break:
        directly, in Feature
          Services.weather  injection  Feature/File.swift:8  perhaps
        indirectly, in Feature
          Home.StateModel  model  Feature/File.swift:12  through Services.weather  perhaps
          HomeView  view  Feature/File.swift:30  through Home.StateModel, Services.weather  perhaps

      http: Box<Int>  required  Api/File.swift:2
        used by Services.weather
      """
    expect(document.answer(about: [1]).hasPrefix(lines))
  }

  @Test func textAroundAConsumerHasItsNeeds() {
    let text = document.answer(about: [2])
    expect(
      text.contains(
        "Home.StateModel: model  Feature/File.swift:12\n  ⇠ Services.weather, read by Home.StateModel.weather"
      )

    )
  }

  @Test func theTypeOfADeclarationOwnsItsFaults() {
    func owners(_ id: String, in ids: Set<Document.ID>) -> [Document.ID] {
      Document.Fault.fault("static", [id]).owners(in: ids)
    }
    expectEqual(owners("A/B.c", in: ["A/B", "A/B.c"]), ["A/B.c"])
    expectEqual(owners("A/B.c", in: ["A/B"]), ["A/B"])
    expectEqual(owners("A/C.swift/B.c", in: ["A/B", "A/C.swift/B"]), ["A/C.swift/B"])
    expectEqual(owners("A/C.swift/B.c", in: ["A/B", "A/D.swift/B"]), ["A/B"])
    expect(owners("A/C.swift/c", in: ["A/C"]).isEmpty)
  }

  @Test func nodeWithoutUsersBreaksNothing() {
    expect(
      document.answer(about: [3]).hasPrefix("Without HomeView, nothing in the graph breaks.")

    )
  }

  @Test func neighbourhoodHasTheDirectNeighboursAndTheFaultsAboutThem() {
    let part = document.neighbourhood(of: [3])
    expectEqual(part.nodes.map(\.id), ["Feature/Home.StateModel", "Feature/HomeView"])
    expectEqual(part.edges.count, 1)
    expect(part.faults.isEmpty)
    expect(!part.complete)
  }
}
