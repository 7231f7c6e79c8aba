import Testing

@testable import VialGraph

struct ComparisonTests {
  private let base = Document.fixture

  private func markdown(_ change: (inout Document) -> Void) -> String {
    var head = base
    change(&head)
    return Comparison(from: base, to: head).markdown
  }

  @Test func nothingIsPrintedWhereOnlyLinesChanged() {
    let moved = markdown { document in
      document.nodes = document.nodes.map { node in
        var node = node
        node.at = .init(node.module, node.at.line + 7)
        return node
      }
      document.faults = [.fault("captive", ["Api/http", "Feature/Services.weather"], line: 99, "another text")]
    }
    expect(moved.isEmpty)
  }

  @Test func errorsAreBeforeWarnings() throws {
    let text = markdown { document in
      document.faults += [.fault("copy", ["Api/http"], line: 1), .fault("cycle", ["Api/http"], .error, line: 2)]
    }
    let error = try #require(text.firstRange(of: "error"))
    let warning = try #require(text.firstRange(of: "warning"))
    expect(error.lowerBound < warning.lowerBound)
  }

  @Test func newAndRemovedInjectionsAreListed() {
    let text = markdown { document in
      document.nodes[1] = .injection("Api/socket", type: "any Socket", strategy: ".flow", line: 3)
      document.edges[0] = .edge("Feature/Services.weather", "Api/socket")
    }
    expect(text.contains("**New injections**\n\n- `socket`: `any Socket`, `.flow`, `Api/File.swift:3`"))
    expect(text.contains("**Removed injections**\n\n- `http`: `Box<Int>`, `required`, `Api/File.swift:2`"))
    expect(text.contains("**New uses**\n\n- `Services.weather` → `socket`: when it is built"))
    expect(
      text.contains(
        "**Removed uses**\n\n- `Services.weather` → `http`: perhaps when it is built, through `Live.init()`"
      )

    )
    expect(text.contains("n1[\"socket<br/>any Socket<br/>.flow<br/>Api/File.swift:3\"]:::added"))
    expect(text.contains(":::removed"))
    expect(text.contains("n0 -->|new| n1"))
    expect(text.contains("n0 -.->|removed, perhaps| n2"))
  }

  @Test func aConsumerThatAUsePassesThroughIsNamedOnce() {
    let text = markdown { document in
      document.edges.append(.edge("Feature/HomeView", "Api/http", through: ["Live.http"], readBy: "Live.http"))
    }
    expect(text.contains("- `HomeView` → `http`: when it is built, through `Live.http`\n"))
  }

  @Test func changedStrategyAndTypeAreListed() {
    let text = markdown {
      $0.nodes[0] = .injection("Feature/Services.weather", type: "any Sky", strategy: ".singleton")
    }
    expect(text.contains("- `Services.weather`: `any Weather` → `any Sky`, `.shared` → `.singleton`"))
  }

  @Test func changedTimeOfAUseIsListed() {
    let text = markdown { $0.edges[0] = .edge("Feature/Services.weather", "Api/http", .later) }
    expect(
      text.contains("**Changed uses**\n\n- `Services.weather` → `http`: perhaps when it is built → later, in a closure")

    )
  }

  @Test func aUseWithAnotherConsumerIsChanged() {
    let isRead = markdown {
      $0.edges[0] = .edge("Feature/Services.weather", "Api/http", .firstRead, readBy: "Live.http")
    }
    let moments = "perhaps when it is built → at the first read, through `Live.http`"
    expect(isRead.contains("**Changed uses**\n\n- `Services.weather` → `http`: \(moments)\n"))
    expect(!isRead.contains("New uses") && !isRead.contains("Removed uses"))
    let isRenamed = markdown {
      $0.edges[1] = .edge(
        "Feature/Home.StateModel",
        "Feature/Services.weather",
        .firstRead,
        readBy: "Home.StateModel.w"
      )
    }
    let readers =
      "at the first read, through `Home.StateModel.weather` → at the first read, through `Home.StateModel.w`"
    expect(isRenamed.contains("- `Home.StateModel` → `Services.weather`: \(readers)\n"))
  }

  @Test func anotherImplementationOfAnInjectionIsReported() {
    func document(_ type: String, _ injections: [String]) -> Document {
      let types = ["Api/\(type)"].map { Document.Node.code($0, .implementation) }
      let edges = injections.map { Document.Edge.edge($0, "Api/\(type)") }
      return Document(nodes: injections.map { .injection($0) } + types, edges: edges)
    }
    let text = Comparison(from: document("Live", ["Api/http"]), to: document("Demo", ["Api/http", "Api/added"]))
      .markdown
    expect(text.contains("**New uses**\n\n- `http` → `Demo`: when it is built\n"))
    expect(text.contains("**Removed uses**\n\n- `http` → `Live`: when it is built\n"))
    expect(!text.contains("`added` → `Demo`"))
  }

  @Test func aUseWithAnotherConsumerIsChangedOnThePage() {
    var head = base
    head.edges[0] = .edge("Feature/Services.weather", "Api/http", .firstRead, readBy: "Live.http")
    let comparison = Comparison(from: base, to: head)
    let page = Page(comparison.head, comparison)
    expectEqual(page.changes?.sections.map(\.title), ["Changed uses"])
    let user = head.nodes.firstIndex { $0.id == "Feature/Services.weather" }
    expectEqual(page.changes?.sections.flatMap(\.lines).map(\.node), [user])
  }

  @Test func ofTheUsesBySeveralConsumersEachIsComparedOnce() {
    func uses(_ consumers: String?...) -> Document {
      let edges = consumers.map { Document.Edge.edge("A/a", "A/b", $0 == nil ? .build : .firstRead, readBy: $0) }
      return Document(nodes: [.injection("A/a"), .injection("A/b")], edges: edges)
    }
    let same = Comparison(from: uses("x", "y"), to: uses("y", "x")).uses
    expect(same.all.isEmpty)
    let one = Comparison(from: uses("x", "y"), to: uses(nil, "x")).uses
    expectEqual(one.changed.map { [$0.old.readBy, $0.new.readBy] }, [["y", nil]])
    expect(one.added.isEmpty && one.removed.isEmpty)
    let more = Comparison(from: uses(nil), to: uses("x", "y")).uses
    expectEqual(more.changed.map(\.new.readBy), ["x"])
    expectEqual(more.added.map(\.readBy), ["y"])
    let fewer = Comparison(from: uses("x", "y"), to: uses("z")).uses
    expectEqual(fewer.changed.map { [$0.old.readBy, $0.new.readBy] }, [["x", "z"]])
    expectEqual(fewer.removed.map(\.readBy), ["y"])
  }

  @Test func aFaultOfATestIsOnThePage() {
    var head = base
    head.nodes.append(.injection("Tests/fake"))
    head.nodes[4].isTest = true
    head.faults.append(.fault("no-effect", ["Tests/fake"], test: "Tests/test()"))
    let comparison = Comparison(from: base, to: head)
    expectEqual(comparison.head.faults, head.faults)
    expectEqual(comparison.head.nodes, base.nodes)
    expectEqual(comparison.newFaults.map(\.rule), ["no-effect"])
  }

  @Test func newAndFixedFaultsAreListed() {
    let text = markdown { $0.faults = [.fault("cycle", ["Api/http"], .error, line: 4, "a @cycle")] }
    expect(text.contains("**New faults**\n\n- error: `a @cycle [cycle]`, `Sources/Feature/File.swift:4`"))
    expect(text.contains("**Fixed faults**\n\n- warning: `a message [captive]`, `Sources/Feature/File.swift:8`"))
  }

  @Test func aBaselineAcceptsAsManyNewFaultsAsItHas() {
    let known = Document.Fault.fault("view", ["Feature/HomeView"], line: 1)
    var (old, new) = (base, base)
    old.faults = [known]
    new.faults = (1...3).map { .fault("view", ["Feature/HomeView"], line: $0) } + [.fault("static", ["Api/http"])]
    func newLines(_ accepted: Int) -> [Int] {
      let baseline = Baseline(Array(repeating: known, count: accepted), hasTests: false)
      return Comparison(from: old, to: new, accepting: baseline).newFaults.filter { $0.rule == "view" }.map(\.at.line)
    }
    expectEqual(newLines(0), [2, 3])
    expectEqual(newLines(1), [2, 3])
    expectEqual(newLines(2), [3])
    expectEqual(newLines(3), [])
    expectEqual(Comparison(from: old, to: new).newFaults.count, 3)
  }

  @Test func nodesThatAreNewOrHaveChangedUsesAreMarked() {
    var head = base
    head.nodes.append(.injection("Api/cache"))
    head.edges.append(.edge("Feature/Services.weather", "Api/cache"))
    let words = Comparison(from: base, to: head).changedNodes
    expectEqual(words, ["Api/cache": "new", "Feature/Services.weather": "changed"])
    let page = Page(head, Comparison(from: base, to: head))
    expectEqual(page.nodes.map(\.change), ["changed", nil, nil, nil, "new"])
    expectEqual(page.uses.map(\.change), [nil, "new", nil, nil])
    expectEqual(page.changes?.sections.map(\.title), ["New injections", "New uses"])
    expectEqual(page.changes?.sections.map { $0.lines.map(\.node) }, [[4], [0]])
  }

  @Test func thePageKnowsRemovedUses() {
    var head = base
    let removed = head.edges.removeFirst()
    let page = Page(head, Comparison(from: base, to: head))
    expectEqual([removed.from, removed.to], ["Feature/Services.weather", "Api/http"])
    expectEqual(page.changes?.removedUses, [[0, 1]])
  }

  @Test func aProviderOfARequiredInjectionIsAChange() {
    let text = markdown { $0.nodes[1].providers = [.init("App", 3)] }
    expect(text.contains("**Changed injections**\n\n- `http`: also provided by `App`, `App/File.swift:3`"))
  }

  @Test func onlyTheDifferenceOfProvidersIsReported() {
    var base = base
    base.nodes[1].providers = [.init("App", 3), .init("Kiosk", 1)]
    var head = base
    head.nodes[1].providers = [.init("App", 4), .init("App", 9)]
    let text = Comparison(from: base, to: head).markdown
    expect(text.contains("`http`: also provided by `App`, `App/File.swift:9`, no longer provided by `Kiosk`"))
  }

  @Test func testsAreNotCompared() {
    var withTest = base
    withTest.nodes.append(.injection("Tests/fake"))
    withTest.nodes[4].isTest = true
    expect(Comparison(from: base, to: withTest).markdown.isEmpty)
    expect(Comparison(from: withTest, to: base).markdown.isEmpty)
  }

  @Test func namesAreCodeOfMarkdown() {
    let text = markdown { $0.nodes[0] = .injection("Feature/Services.weather", type: "`a`\n@b", strategy: "``c") }
    expect(text.contains("`any Weather` → `` `a` @b ``, `.shared` → ``` ``c ```"))
  }

  @Test func largeDiagramIsLeftOut() {
    let text = markdown { document in
      document.nodes += (0..<50).map { .injection("Feature/new\($0)") }
    }
    expect(text.contains("`new49`"))
    expect(!text.contains("mermaid"))
  }
}
