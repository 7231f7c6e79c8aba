import Foundation
import Testing

@testable import VialGraph

struct FaultFormatTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private let faults: [Document.Fault] = [
    .fault("cycle", ["A/a", "A/b"], .error, line: 8, "100 %: a, b\n→ c"),
    .fault("no-effect", ["A/a"], test: "ATests/test()", line: 3),
  ]

  private func text(_ format: FaultFormat) -> String { format.text(of: faults, in: folder, version: "1.0") }

  @Test func textIsTheFormOfTheCompilerWithTheRule() {
    let lines = FaultFormat.text.text(of: [faults[1]], in: URL(fileURLWithPath: "/App"), version: "1.0")
    expectEqual(lines, "/App/Sources/Feature/File.swift:3:1: warning: a message [no-effect]")
    expect(FaultFormat.text.text(of: [], in: folder, version: "1.0").isEmpty)
  }

  @Test func annotationsHaveEscapedCharacters() {
    let lines = text(.github).split(separator: "\n")
    expectEqual(lines.count, 2)
    expect(lines[0].hasSuffix(",line=8,col=1,title=vial-graph%3A cycle::100 %25: a, b%0A→ c [cycle]"))
    expect(lines[1].hasPrefix("::warning file="))
  }

  @Test func pathsOfAnnotationsBeginAtTheRootOfTheRepository() throws {
    let package = folder.appendingPathComponent("Packages/App")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(".git"),
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = FaultFormat.github.text(of: [faults[1]], in: package, version: "1.0")
    expect(line.hasPrefix("::warning file=Packages/App/Sources/Feature/File.swift,line=3,"))
  }

  @Test func sarifHasTheRulesAndTheFaults() throws {
    let object = try JSONSerialization.jsonObject(with: Data(text(.sarif).utf8)) as? [String: Any]
    expectEqual(object?["version"] as? String, "2.1.0")
    let run = try #require((object?["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    expectEqual(rules.compactMap { $0["id"] as? String }, Rule.all.map(\.id))
    let results = try #require(run["results"] as? [[String: Any]])
    expectEqual(results.compactMap { $0["ruleId"] as? String }, ["cycle", "no-effect"])
    expectEqual(results.compactMap { $0["level"] as? String }, ["error", "warning"])
    let fingerprint = results[1]["partialFingerprints"] as? [String: String]
    expectEqual(fingerprint?["vialGraph/v1"], "no-effect warning A/a ATests/test()")
  }

  @Test func jsonHasTheFaults() throws {
    try expectEqual(JSONDecoder().decode([Document.Fault].self, from: Data(text(.json).utf8)), faults)
  }
}
