import Foundation
import Testing

@testable import VialGraph
@testable import VialGraphProgram

/// The edges and the faults of the package of `Tests/GraphCases`, which is built before the first test if a case changed.
///
/// `Tests/GraphCases/check` compares the edges with recorded ones, too, and checks the command.
struct GraphCasesTests {
  @Test func faultsAreWhereCommentsExpectThem() throws {
    let document = try GraphCases.document.get()
    let expected = try GraphCases.expectedFaults()
    let files = Set(expected.map(\.file))
    expectEqual(document.changed + document.unread, [])
    let isOptional = Set(Rule.all.filter(\.isOptional).map(\.id))
    let found = document.faults.filter {
      !isOptional.contains($0.rule) && files.contains(GraphCases.name(ofFile: $0.at.file))
    }
    for fault in expected {
      expect(found.contains(where: fault.matches), "\(fault.file):\(fault.line): no fault says: \(fault.text)")
    }
    for fault in found where !expected.contains(where: { $0.isInLine(of: fault) }) {
      Issue.record("\(fault.at.file):\(fault.at.line): false alarm: \(fault.message)")
    }
  }

  @Test(arguments: Rule.all.map(\.id))
  func eachRuleHasACase(rule: String) throws {
    let faults = try GraphCases.document.get().faults
    let cure = "add a case with a comment `// fault:`, or a test if the rule is optional"
    expect(faults.contains { $0.rule == rule }, "no case of Tests/GraphCases has a fault of \(rule): \(cure)")
  }

  @Test func codeUsesCodeWhenItIsBuiltOrLater() throws {
    let document = try GraphCases.document.get()
    func moment(_ from: String, _ to: String) -> Moment.When? {
      document.edges.first { $0.from == "Faults/\(from)" && $0.to == "Faults/\(to)" }?.when
    }
    expectEqual(moment("Wrapping", "Inheriting"), .build)
    expectEqual(moment("Plain", "Parent"), .later)
    expectEqual(moment("Parent", "Captives.session"), .firstRead)
    expectEqual(moment("Members.badge", "Members.order"), .firstRead)
  }

  @Test func aUseByTheImplementationOfOneExecutableIsNotCertain() throws {
    let edges = try GraphCases.document.get().edges.filter { $0.to == "Faults/Captives.session" }
    let common = try #require(edges.first { $0.from == "Faults/Requirements.common" })
    expect(common.certain)
    expectEqual(common.executables, ["Client", "Launcher"])
    let different = try #require(edges.first { $0.from == "Faults/Requirements.different" })
    expect(!different.certain)
    expectEqual(different.executables, ["Client"])
    let alternative = try #require(edges.first { $0.from == "Faults/Requirements.inOneOfTwoBranches" })
    expect(!alternative.certain)
    expectEqual(alternative.executables, ["Client", "Launcher"])
  }

  @Test func theImplementationOfOneExecutableBreaksNothingInAnotherOne() throws {
    let document = try GraphCases.document.get()
    let links = Document.Links(document)
    func dependents(_ id: Document.ID) throws -> Set<Document.ID> {
      let node = try #require(document.nodes.firstIndex { $0.id == id })
      return Set(links.dependents(of: node).map(\.node.id))
    }
    expectEqual(try dependents("Faults/Requirements.crossed"), ["Faults/Requirements.crossing", "Client/Client"])
    expect(try dependents("Faults/Requirements.crossing").isSuperset(of: ["Client/Client", "Launcher/Launcher"]))
  }

  @Test func anImplementationIsOfTheExecutablesThatProvideIt() throws {
    let edges = try GraphCases.document.get().edges.filter { $0.from == "Faults/Requirements.only" }
    expectEqual(edges.first { $0.to == "Faults/OnlyInClient" }?.executables, ["Client"])
    expectEqual(edges.first { $0.to == "Faults/InBoth" }?.executables, ["Client", "Launcher"])
    expectEqual(edges.count, 3)
  }

  @Test func aConsumerOfATypeThatIsPerhapsBuiltIsPerhapsRead() throws {
    let edges = try GraphCases.document.get().edges.filter { $0.to == "Faults/Spaces.other" && $0.readBy != nil }
    expectEqual(edges.first { $0.from == "Faults/Spaces.chosen" }?.certain, false)
    expectEqual(edges.first { $0.from == "Faults/Spaces.certain" }?.certain, true)
  }

  @Test func aUserOfAFunctionDoesNotNeedTheOtherFunctionsOfItsNamespace() throws {
    let document = try GraphCases.document.get()
    let links = Document.Links(document)
    func position(_ id: Document.ID) throws -> Int { try #require(document.nodes.firstIndex { $0.id == id }) }
    func dependents(_ id: Document.ID) throws -> Set<Document.ID> {
      Set(links.dependents(of: try position(id)).map(\.node.id))
    }
    let builders: Set = ["Faults/Kit", "Faults/KitBuilderAndCaller", "Faults/KitCallerAndBuilder"]
    let callers: Set = ["Faults/Makers", "Faults/Spaces.two", "Faults/ThreeUser"]
    expectEqual(try dependents("Faults/Spaces.source"), callers.union(builders))
    expectEqual(try dependents("Faults/Kit"), builders.subtracting(["Faults/Kit"]).union(["Faults/KitCaller"]))
    let users: Set = ["Faults/Spaces.one", "Faults/Spaces.two", "Faults/OneUser", "Faults/ThreeUser"]
    expectEqual(try dependents("Faults/Makers"), users)
    let source = try position("Faults/Spaces.source")
    expect(links.path(from: [try position("Faults/OneUser")], to: [source]) == nil)
    expectEqual(links.path(from: [try position("Faults/ThreeUser")], to: [source])?.count, 1)
  }

  @Test func aDefaultArgumentThatEachCallReplacesIsNoUse() throws {
    let document = try GraphCases.document.get()
    let uses = document.edges.filter { $0.from == "Faults/DefaultArguments" }.map(\.to)
    expectEqual(uses, ["Faults/Requirements.defaulted"])
    expect(!document.edges.contains { $0.from == "Faults/StoredMember" })
    expect(document.edges.contains { $0.from == "Faults/StoredModel" })
  }

  @Test func aTypeUsesOnlyTheMethodsThatItDoesNotOverride() throws {
    let users = try GraphCases.document.get().edges.filter { $0.to == "Cases/Leaves.leaf" }.map(\.from)
    expect(users.contains("Cases/Hooking"))
    expect(!users.contains("Cases/HookingAgain"))
  }

  @Test func theFirstReadOfALazyPropertyResolvesWhatItsInitialValueReads() throws {
    let edges = try GraphCases.document.get().edges.filter { $0.to == "Cases/Leaves.leaf" }
    expectEqual(edges.first { $0.from == "Cases/Later.lazyText" }?.when, .firstRead)
    expectEqual(edges.first { $0.from == "Cases/Later.interpolatingGetter" }?.when, .later)
  }

  @Test func aTypeWhoseStaticMemberAFactoryUsesIsNoImplementation() throws {
    let document = try GraphCases.document.get()
    expect(!document.nodes.contains { $0.id == "Faults/Hosts" })
    expect(!document.nodes.contains { $0.id == "Client/UnreachedNumber" })
    expectEqual(document.nodes.first { $0.id == "Faults/Cart" }?.kind, .implementation)
  }

  @Test func theRawTypeOfAnEnumerationIsNotReached() throws {
    let cases = try #require(try GraphCases.document.get().modules.first { $0.name == "Cases" })
    expect(cases.reaches?.contains("Cases/makeLeaf()") == true)
    expect(cases.reaches?.contains("Cases/String.loud") == false)
  }

  @Test func injectionsThatOnlyUnusedOnesOrTestsUseAreUnused() throws {
    let faults = try GraphCases.document.get().faults.filter { $0.rule == "unused" }
    let found = faults.filter { $0.nodes[0].hasPrefix("Faults/Uses.") }.map(\.message)
    expectEqual(
      found,
      [
        "no code compiled for this platform uses Uses.byNobody", "only unused injections use Uses.byAFactory",
        "no code compiled for this platform uses Uses.buildsAType", "only unused injections use Uses.byAType",
        "only tests use Uses.byATest", "no code compiled for this platform uses Uses.alsoByNobody",
        "only unused injections use Uses.bySecond", "only unused injections use Uses.byFirst",
        "only unused injections use Uses.byItself",
      ]
    )
  }

  @Test func aCollectionOfInjectionsOfFunctionsHoldsInjections() throws {
    let edges = try GraphCases.document.get().edges
    expect(edges.contains { $0.from == "Faults/Helpers.sum" && $0.to == "Faults/Helpers.closures" })
  }

  @Test func privateDeclarationsWithOneNameInTwoFilesAreTwoNodes() throws {
    let document = try GraphCases.document.get()
    let ids = Set(document.nodes.map(\.id))
    for file in ["Faults/Declarations.swift", "Faults/Members.swift"] {
      let uses = document.edges.filter { $0.from == "\(file)/Row" }.map(\.to)
      expectEqual(Set(uses), ["\(file)/row"])
      let faults = document.faults.filter { $0.nodes == ["\(file)/Row.kept"] }
      expectEqual(faults.map { $0.owners(in: ids) }, [["\(file)/Row"]])
    }
    expect(!ids.contains("Faults/Row"))
  }

  @Test func injectionsNeedTheLeafWhenTheirNamesSay() throws {
    let document = try GraphCases.document.get()
    let leaf = try #require(document.nodes.first { $0.id == "Cases/Leaves.leaf" })
    let needs = Dictionary(grouping: document.edges.filter { $0.to == leaf.id }, by: \.from)
    var count = 0
    for node in document.nodes where node.isInjection && node.module == "Cases" && node.name != "Eager.alias" {
      guard let group = ["Eager", "Possible", "Later", "Never"].first(where: { node.name.hasPrefix("\($0).") }) else {
        continue
      }
      let signs: [Document.Edge.Sign: String] = [
        .build: "Eager", .possibleBuild: "Possible", .firstRead: "Later", .later: "Later",
      ]
      let kinds = needs[node.id, default: []].map { signs[$0.sign] ?? "" }
      expect(Set(kinds) == (group == "Never" ? [] : [group]), "\(node.name)")
      count += 1
    }
    expect(count > 50)
  }
}

enum GraphCases {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
  private static let storePath = root.appendingPathComponent(".build/graph/cases").path
  private static let folder = root.appendingPathComponent("Tests/GraphCases").path

  /// The paths of the cases.
  private static var sources: [String] { sources(in: folder) }

  private static func sources(in folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Whether there is an index of the cases that is newer than each of them, and than the sources that the script makes.
  private static var isCurrent: Bool {
    let sources = sources + sources(in: root.appendingPathComponent(".build/graph/package/Sources").path)
    guard let date = modificationDate(of: IndexStore.units(of: storePath)) else { return false }
    return sources.allSatisfy { modificationDate(of: $0) ?? .distantFuture <= date }
  }

  /// Builds the package of the cases.
  private static func build() throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "\(folder)/build")
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw ToolError("\(folder)/build failed: \(text.suffix(2_000))") }
  }

  static let document = Result {
    if !isCurrent { try build() }
    let store = try StoreSearch(folder: root).open(store: storePath, library: nil)
    let program = try Program(store, folder: root.path, ignoring: LibraryMember.modules) { _, _ in }
    let analysis = Analysis(program, progress: Console(), contents: program.contents)
    return Document(FaultFinder(graph: DependencyGraph(analysis, progress: Console())))
  }

  /// A comment `// fault:` before the line of a fault.
  struct ExpectedFault {
    let file: String
    let line: Int
    let severity: String?
    let text: String

    func isInLine(of fault: Document.Fault) -> Bool {
      (GraphCases.name(ofFile: fault.at.file), fault.at.line) == (file, line)
    }

    func matches(_ fault: Document.Fault) -> Bool {
      isInLine(of: fault) && fault.message.contains(text) && severity.map { $0 == fault.severity.rawValue } ?? true
    }
  }

  static func name(ofFile path: String) -> String { String(path.split(separator: "/").last ?? "") }

  static func expectedFaults() throws -> [ExpectedFault] {
    try sources.flatMap { path -> [ExpectedFault] in
      var (expected, mark): ([ExpectedFault], (severity: String?, text: String)?) = ([], nil)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if let match = line.firstMatch(of: /\/\/ fault: (?:(error|warning): )?(.*)/) {
          mark = (match.1.map(String.init), String(match.2))
        } else if let (severity, text) = mark, !line.drop(while: \.isWhitespace).hasPrefix("//") {
          expected.append(.init(file: name(ofFile: path), line: number + 1, severity: severity, text: text))
          mark = nil
        }
      }
      return expected
    }
  }
}
