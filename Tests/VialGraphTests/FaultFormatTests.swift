import Foundation
import Testing

@testable import VialGraph

struct FaultFormatTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private let faults: [Document.Fault] = [
    .fault("cycle", ["A/a", "A/b"], .error, line: 8, "100 %: a, b\n→ c"),
    .fault("no-effect", ["A/a"], test: "ATests/test()", line: 3),
  ]

  private func text(_ format: FaultFormat) -> String { text(format, of: faults.map(CheckedFault.open)) }

  private func text(_ format: FaultFormat, of faults: [CheckedFault], in folder: URL? = nil) -> String {
    format.text(of: faults, in: folder ?? self.folder, version: "1.0")
  }

  @Test func textIsTheFormOfTheCompilerWithTheRule() {
    let lines = text(.text, of: [.open(faults[1])], in: URL(fileURLWithPath: "/App"))
    expectEqual(lines, "/App/Sources/Feature/File.swift:3:1: warning: a message [no-effect]")
    expect(text(.text, of: []).isEmpty)
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
    let line = text(.github, of: [.open(faults[1])], in: package)
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
    expectEqual(fingerprint?["vialGraph/v2"], "no-effect A/a ATests/test()")
  }

  @Test func aFingerprintIsOfOneFaultWithEachSeverity() {
    let warning = Document.Fault.fault("captive", ["A/b", "A/a"], line: 1)
    let error = Document.Fault.fault("captive", ["A/a", "A/b"], .error, line: 2)
    expectEqual([warning].fingerprints, [error].fingerprints)
    expectEqual([warning, error, error].fingerprints, ["captive A/a A/b", "captive A/a A/b #2", "captive A/a A/b #3"])
  }

  @Test(arguments: FaultFormat.allCases)
  func aFixedFaultIsNoOpenFault(format: FaultFormat) throws {
    let fixed = Document.Fault.fault("captive", ["A/fixed"], in: "App")
    let output = text(format, of: [.open(faults[0]), .fixed(.init(fixed), baseline: "/b.json")])
    let message = "captive of A/fixed in App is fixed: run vial-graph baseline /b.json [captive]"
    let data = Data(output.utf8)
    switch format {
    case .text: expectEqual(output.split(separator: "\n").last, "/b.json:1:1: error: \(message)")
    case .github:
      let annotation = "::error file=/b.json,line=1,col=1,title=vial-graph%3A captive::\(message)"
      expectEqual(output.split(separator: "\n").last, annotation[...])
    case .sarif:
      let run = try #require(try JSONDecoder().decode(SarifRuns.self, from: data).runs.first)
      expectEqual(run.results.map(\.ruleId), ["cycle"])
      expectEqual(run.invocations.flatMap(\.toolExecutionNotifications).map(\.message.text), [message])
    case .json:
      let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
      expectEqual(list.map { $0["fixed"] as? Bool }, [nil, true])
      expectEqual(list.map { $0["nodes"] as? [String] }, [faults[0].nodes, ["A/fixed"]])
    }
  }

  private struct SarifRuns: Decodable {
    struct Text: Decodable { let text: String }
    struct Notification: Decodable { let message: Text }
    struct Invocation: Decodable { let toolExecutionNotifications: [Notification] }
    struct Result: Decodable { let ruleId: String }
    struct Run: Decodable {
      let invocations: [Invocation]
      let results: [Result]
    }
    let runs: [Run]
  }

  @Test func jsonHasTheFaults() throws {
    try expectEqual(JSONDecoder().decode([Document.Fault].self, from: Data(text(.json).utf8)), faults)
  }
}
