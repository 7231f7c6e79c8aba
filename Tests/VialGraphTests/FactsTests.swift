import Foundation
import Testing

@testable import VialGraph
@testable import VialGraphProgram

struct FactsTests {
  @Test func anInjectionResolvesTheInjectionInItsFactory() throws {
    let facts = ProgramFixture(modules: ["A"], secondResolves: "c1").facts(of: 0)
    expectEqual(facts.publications.count, 2)
    let code = try #require(facts.publications[0].code)
    expectEqual(facts.steps[code]?.map(\.use?.retainsInstance), [true])
    expectEqual(facts.steps[code]?.map(\.moment), [.now])
  }

  @Test func aPublicationInAFunctionBelongsToTheFunction() {
    var fixture = ProgramFixture()
    let file = fixture.addFile("A", "func make() -> Int {\n  let local = Injection(strategy: .shared, instance: 1)\n}")
    let function = fixture.function("make", file, line: 1)
    fixture.refer("Injection", file, line: 2, in: function)
    expectEqual(fixture.facts(of: file).publications.map(\.isRepeated), [true])
    expectEqual(fixture.facts(of: file).publications.map(\.declaration), [function])
    expectEqual(fixture.analysis.identities, ["A/make()"])
    expectEqual(FaultFinder(graph: fixture.graph).helpers().map(\.declarations), [["A/make()"]])
  }

  @Test(arguments: ["let x = \"\"\"\nunfinished", "/* unfinished", "}}}", "((("])
  func stepsOfTextThatCannotBeReadArePerhaps(end: String) throws {
    let fixture = ProgramFixture(modules: ["A"], secondResolves: "c1")
    let facts = fixture.facts(of: 0, text: fixture.texts[0] + "\n" + end)
    let code = try #require(facts.publications[0].code)
    expectEqual(facts.steps[code]?.map(\.moment.uncertainty), [.branch])
  }

  @Test func stepsOfAnEditedFileArePerhaps() {
    let facts = ProgramFixture(modules: ["A"], secondResolves: "c1").facts(of: 0, text: "")
    expectEqual(facts.publications.count, 2)
    expect(facts.steps.values.joined().allSatisfy { !$0.moment.isCertain })
  }

  @Test func aCommentIgnoresTheFaultsOfItsLineOrTheNextOneWithAReason() {
    var fixture = ProgramFixture()
    let text = """
      // vial-graph: ignore b
      let a = 1 // another comment
      let c = 2 // vial-graph: ignore\r
      let d = 3 // vial-graph: ignored because of e
      let f = 4 // vial-graph: ignore\u{a0}
      """
    let file = fixture.addFile("A", text)
    expectEqual(fixture.facts(of: file).suppressions, [2: .withReason, 3: .withoutReason, 5: .withoutReason])
  }

  @Test func stepsBelongToTheInnermostFactoryOrReplacement() throws {
    var fixture = ProgramFixture()
    let line = "static let a1 = Injection(strategy: .shared, instance: b1.override(with: c1.resolve()))"
    let file = fixture.addFile("A", line)
    let variables = ["a1", "b1", "c1"].map { fixture.variable($0, file, line: 1) }
    for word in ["Injection", "override", "resolve"] { fixture.refer(word, file, line: 1, in: variables[0]) }
    for (name, variable) in [("b1.", variables[1]), ("c1.", variables[2])] {
      fixture.refer(variable, name, file, line: 1, in: variables[0])
    }
    let facts = fixture.facts(of: file)
    let factory = try #require(facts.publications.first?.code)
    expectEqual(facts.steps[factory]?.map(\.replacement?.isOverride), [true])
    let replacement = try #require(facts.steps[factory]?.first?.code)
    expectEqual(facts.steps[replacement]?.map(\.symbol), [variables[2]])
  }
}

struct DependencyGraphTests {
  @Test func equalNamesInTwoModulesAreTwoInjections() {
    let graph = ProgramFixture(modules: ["A", "B"], secondResolves: "c1").graph
    expectEqual(graph.analysis.identities, ["A/a1", "A/b1", "B/a1", "B/b1"])
    expectEqual(graph.edges.map { Array($0.keys) }, [[1], [], [3], []])
    let document = Document(FaultFinder(graph: graph))
    expectEqual(document.edges.map { "\($0.from) \($0.to)" }, ["A/a1 A/b1", "B/a1 B/b1"])
  }

  @Test(arguments: [
    ("s:4Vial9InjectionV7resolvexyF", LibraryMember?.some(.injection(.resolve))),
    ("s:4Vial15InjectionFamilyV7resolvexyF", .injection(.resolve)), ("s:4Vial8InstanceC5resetyyF", .resetsConsumer),
    ("s:4Vial12WeakInstanceC4initF", .createsConsumer(.weakInstance)),
    ("s:4Vial13InjectionFlowV7observeF", .memberOfFlow),
    ("s:4Vial16InjectionContextV7resolveACvpZ", .context(.added("resolve"))),
    ("s:11VialTesting9allowLiveyyF", .function(.allowLive)), ("s:11VialFeature9allowLiveyyF", nil),
    ("s:12VialServices7observeyyF", nil),
  ])
  func onlyModulesOfTheLibraryAreTheLibrary(usr: String, member: LibraryMember?) throws {
    let base = try #require(["resolve", "allowLive", "observe", "reset", "init"].first { usr.contains($0) })
    expectEqual(LibraryMember(Symbol(usr: usr, name: "\(base)()", kind: .instanceMethod)), member)
  }

  @Test func aCycleOfEachModuleIsAnError() {
    let finder = FaultFinder(graph: ProgramFixture(modules: ["A", "B"], secondResolves: "a1").graph)
    let faults = finder.cycles()
    expectEqual(faults.map(\.declarations), [["A/a1", "A/b1"], ["B/a1", "B/b1"]])
    expect(faults.allSatisfy { $0.isCertain })
  }

  @Test func rulesThatProveAbsenceAreOffIfAFileIsUnreadOrChanged() {
    let fixture = ProgramFixture(modules: ["A", "B"], secondResolves: "c1")
    let finder = FaultFinder(graph: fixture.graph)
    expectEqual(finder.faults().map(\.rule.id), Array(repeating: "unused", count: 4))
    expect(fixture.program.warnings.isEmpty)
    fixture.program.unreadFiles = ["File.swift": "it is damaged"]
    expect(finder.faults().isEmpty)
    fixture.program.unreadFiles = [:]
    fixture.program.changedFiles = ["/B/File.swift"]
    expect(finder.faults().isEmpty)
    let rules = "conditional, missing, missing-in-test, no-effect, unused"
    expectEqual(fixture.program.warnings.last, "the index is incomplete, so these rules are skipped: \(rules)")
  }

  @Test func theArticleHasARowForEachRule() throws {
    let path = "/../../Sources/VialInspection/VialInspection.docc/Articles/StaticGraphs.md"
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let article = try String(contentsOfFile: folder + path, encoding: .utf8)
    let table = try #require(article.components(separatedBy: "| rule | fault | severity |").last)
    let rows = table.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }
    expectEqual(rows.map { $0.split(separator: "`")[1] }, Rule.all.map { $0.id[...] })
    let severities = rows.map { $0.split(separator: "|").last?.split(separator: ";")[0].split(separator: " ")[0] }
    expectEqual(severities, Rule.all.map { $0.severity.rawValue[...] })
  }
}
