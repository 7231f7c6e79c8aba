import Testing

@testable import VialGraph

struct SelectionTests {
  private let document = Document.fixture

  @Test(arguments: [
    ("Services.weather", ["Feature/Services.weather"]), ("weather", ["Feature/Services.weather"]),
    ("Api/http", ["Api/http"]), ("Weather", ["Feature/Services.weather"]),
    ("any Weather", ["Feature/Services.weather"]),
    ("StateModel", ["Feature/Home.StateModel"]), ("Home.StateModel.weather", ["Feature/Home.StateModel"]),
  ])
  func nameFindsAnInjectionATypeOrAConsumer(name: String, ids: [String]) throws {
    #expect(try document.nodes(named: name).map { document.nodes[$0].id } == ids)
  }

  @Test func ambiguousNameFindsAllMatches() throws {
    let document = Document(nodes: [.injection("A/a"), .injection("B/X.a"), .injection("B/ba")])
    #expect(try document.nodes(named: "a") == [0, 1])
  }

  @Test func unknownNameGetsTheNearestNames() {
    let error = #expect(throws: ToolError.self) { try document.nodes(named: "Home.StatModel") }
    #expect(error?.message.hasSuffix("is named Home.StatModel; the nearest names are Home.StateModel") == true)
  }

  @Test func nameThatNothingResemblesGetsNoHint() {
    let error = #expect(throws: ToolError.self) { try document.nodes(named: "zzzzzzzz") }
    #expect(error?.message.hasSuffix("is named zzzzzzzz") == true)
  }

  @Test func textAroundANodeBeginsWithWhatBreaksWithoutIt() {
    let lines = """
      Without http, 1 injection, 1 model, 1 view break:
        directly
          Services.weather  injection  Feature/File.swift:8  perhaps
        indirectly
          Home.StateModel  model  Feature/File.swift:12  through Services.weather  perhaps
          HomeView  view  Feature/File.swift:30  through Home.StateModel, Services.weather  perhaps

      http: Box<Int>  required  Api/File.swift:2
        used by Services.weather
      """
    #expect(document.text(around: [1]).hasPrefix(lines))
  }

  @Test func textAroundAConsumerHasItsNeeds() {
    let text = document.text(around: [2])
    #expect(
      text.contains(
        "Home.StateModel: model  Feature/File.swift:12\n  ⇠ Services.weather, read by Home.StateModel.weather"
      )
    )
  }

  @Test func nodeWithoutUsersBreaksNothing() {
    #expect(
      document.text(around: [3]).hasPrefix("Without HomeView, nothing in the graph breaks.")
    )
  }

  @Test func neighbourhoodHasTheDirectNeighboursAndTheFaultsAboutThem() {
    let part = document.neighbourhood(of: [3])
    #expect(part.nodes.map(\.id) == ["Feature/Home.StateModel", "Feature/HomeView"])
    #expect(part.edges.count == 1)
    #expect(part.faults.isEmpty)
    #expect(!part.complete)
  }
}
