import Foundation
import Testing

@testable import VialGraph

struct RunTests {
  private let document: Document
  private let run: Document.Run

  init() throws {
    let builds = [
      build("Feature/File.swift:8", "any Weather", requester: "StateModel", 0.5, alone: 0.2),
      build("Api/File.swift:2", "Box<Int>", requester: "any Weather (Feature/File.swift:8)", 0.3, alone: 0.3),
      build("Api/File.swift:2", "Box<Int>", requester: nil, 0.1, alone: 0.1),
      build("Other/File.swift:1", "Gone", requester: nil, 1, alone: 1),
      build("Feature/File.swift:20", "Int", requester: nil, 1, alone: 1),
    ]
    let json = """
      {"format": "vial-profile", "version": 1, "builds": [\(builds.joined(separator: ","))],
       "reuses": [{"declaration": "Api/File.swift:2", "injection": "Box<Int>", "count": 3}]}
      """
    var document = Document.fixture
    document.nodes[1].strategy = ".onDemand"
    document.nodes += [.injection("Feature/one", line: 20), .injection("Feature/two", line: 20)]
    run = document.joined(with: try JSONDecoder().decode(Profile.self, from: Data(json.utf8)))
    document.run = run
    self.document = document
  }

  @Test func buildsAreAddedAndSlowestFirst() {
    expectEqual(run.usages.map(\.id), ["Api/http", "Feature/Services.weather"])
    expectEqual(run.usages.map(\.builds), [2, 1])
    expectEqual(run.usages.map(\.reuses), [3, 0])
    expectEqual(run.usages.map { ($0.seconds * 10).rounded() }, [4, 2])
    expectEqual(run.usages.map { ($0.secondsWithNeeds * 10).rounded() }, [4, 5])
  }

  @Test func requesterIsAnInjectionOrTheOwnerOfAConsumer() {
    expectEqual(run.usages.map(\.requester), ["Feature/Services.weather", "Feature/Home.StateModel"])
  }

  @Test func publicationsOfOneTypeInOneLineAndUnknownOnesAreUnmatched() {
    expectEqual(run.unmatched, ["Feature/File.swift:20, Int: one or two", "Other/File.swift:1, Gone: no injection"])
  }

  @Test func keysOfAFamilyAreNotBuiltAgain() throws {
    let builds = ["any Weather[a]", "any Weather[b]", "any Weather[b]"].map {
      build("Feature/File.swift:8", $0, requester: nil, 1, alone: 1)
    }
    let once = try joined(builds.prefix(2))
    expect(!document.summary(of: once).contains("Built again"))
    expect(document.summary(of: try joined(builds)).contains("Built again and again\n  3×  Services.weather\n"))
  }

  @Test func buildsOfARequiredInjectionAreNotBuiltAgain() throws {
    let builds = Array(repeating: build("Api/File.swift:2", "Box<Int>", requester: nil, 1, alone: 1), count: 2)
    try expectEqual(joined(builds).usages.map(\.keys), [1])
    var document = document
    document.nodes[1].strategy = "required"
    try expectEqual(joined(builds, document).usages.map(\.keys), [2])
  }

  @Test func theBuildOfAnOriginalIsApartFromTheBuildOfItsOverride() throws {
    let name = "any Weather (Feature/File.swift:8)"
    let builds = [
      build("Feature/File.swift:8", "any Weather", requester: nil, 0.5, alone: 0.1),
      build("Feature/File.swift:8", "any Weather", requester: name, 0.4, alone: 0.4),
    ]
    let run = try joined(builds)
    let usage = try #require(run.usages.first)
    expectEqual(usage.builds, 1)
    expectEqual(usage.originals, 1)
    expectEqual([usage.seconds, usage.secondsOfOriginals, usage.secondsWithNeeds], [0.1, 0.4, 0.5])
    expectEqual(run.builds.map(\.isOriginal), [false, true])
    expect(run.summary(of: usage.id).contains("built 1×, reused 0×, original 1× in 400.000 ms, 100.000 ms"))
    expect(!document.summary(of: run).contains("Built again"))
  }

  private func joined(_ builds: some Sequence<String>, _ document: Document? = nil) throws -> Document.Run {
    let json = "{\"builds\": [\(builds.joined(separator: ","))], \"reuses\": []}"
    return (document ?? self.document).joined(with: try JSONDecoder().decode(Profile.self, from: Data(json.utf8)))
  }

  @Test func typeDecidesBetweenPublicationsInOneLine() throws {
    var document = Document.fixture
    document.nodes += [
      .injection("Feature/one", type: "Int", line: 20), .injection("Feature/two", type: "Bool", line: 20),
    ]
    let json = """
      {"builds": [\(build("Feature/File.swift:20", "Bool", requester: nil, 1, alone: 1))], "reuses": []}
      """
    let run = document.joined(with: try JSONDecoder().decode(Profile.self, from: Data(json.utf8)))
    expectEqual(run.usages.map(\.id), ["Feature/two"])
  }

  @Test func aTypeOfAnotherInjectionIsNotTheInjectionOfTheLine() throws {
    let builds = [
      build("Feature/File.swift:8", "any Other", requester: nil, 1, alone: 1),
      build("Api/File.swift:2", "Box<Int>", requester: "any Other (Feature/File.swift:8)", 1, alone: 1),
    ]
    let run = try joined(builds)
    expectEqual(run.usages.map(\.id), ["Api/http"])
    expectEqual(run.usages.map(\.requester), [nil])
    expectEqual(run.unmatched, ["Feature/File.swift:8, any Other: no injection"])
  }

  @Test(arguments: [
    ("any Weather", "any Weather"), ("Optional<Home>", "Home?"), ("Array<Home.Item>", "Array<Item>"), ("", "Int"),
    ("family of String, any Covers", "any Covers[large]"), ("(Int) -> ()", "@MainActor (Int) -> ()"), ("A", "Int"),
  ])
  func aTypeOfAProfileHasAnotherSpelling(type: String, spelling: String) throws {
    var document = Document.fixture
    document.nodes[0] = .injection("Feature/Services.weather", type: type, line: 8)
    let run = try joined([build("Feature/File.swift:8", spelling, requester: nil, 1, alone: 1)], document)
    expectEqual(run.usages.map(\.id), ["Feature/Services.weather"])
  }

  @Test func textSaysWhatWasSlowBuiltAgainAndNeverBuilt() {
    let text = document.summary(of: run)
    expect(text.hasPrefix("2 of 4 injections were built, in 600.000 ms, slowest first\n"))
    expect(text.contains("  400.000 ms    400.000 ms with needs  built 2×  reused 3×  http  for Services.weather"))
    expect(text.contains("Built again and again\n  2×  http\n"))
    expect(text.contains("Never built\n  one  Feature/File.swift:20\n  two  Feature/File.swift:20\n"))
    expect(text.contains("Longest chain in the graph\n  "))
    expect(
      text.contains(
        "Most breaks without\n  2 dependents, 2 certain  Services.weather\n  3 dependents, 0 certain  http\n"
      )
    )
    expect(
      text.contains("In the profile, but not one injection of the graph\n  Feature/File.swift:20, Int: one or two\n")

    )
    expect(text.hasSuffix("\n  Other/File.swift:1, Gone: no injection"))
  }

  @Test func textAroundAnInjectionHasItsBuilds() throws {
    let text = document.answer(about: [1, 4])
    expect(text.contains("Api/File.swift:2\n  built 2×, reused 3×, 400.000 ms, 400.000 ms with needs\n"))
    expect(text.contains("Feature/File.swift:20\n  never built\n"))
  }
}

private func build(_ declaration: String, _ injection: String, requester: String?, _ duration: Double, alone: Double)
  -> String
{
  """
  {"declaration": "\(declaration)", "injection": "\(injection)", "type": "T", "depth": 0, "start": 0,
   "requester": \(requester.map { "\"\($0)\"" } ?? "null"), "duration": \(duration), "durationWithoutNestedBuilds": \(alone)}
  """
}
