import Foundation
import Testing

@testable import VialGraph

struct BaselineTests {
  private let known = [Document.Fault.fault("cycle", ["A/b", "A/a"], line: 3), .fault("view", ["A/c"])]

  @Test func knownFaultPassesAtAnotherLineWithAnotherTextFromAnotherEnd() {
    expect(
      Baseline(known, hasTests: true).unknown(in: [.fault("cycle", ["A/a", "A/b"], line: 40, "new text")]).isEmpty

    )
  }

  @Test func faultOfAnotherRuleOrAnotherNodeIsNew() {
    let new = [Document.Fault.fault("captive", ["A/a", "A/b"]), .fault("view", ["A/d"])]
    expectEqual(Baseline(known, hasTests: true).unknown(in: known + new), new)
  }

  @Test func aWarningThatBecomesAnErrorIsNew() {
    let error = Document.Fault.fault("view", ["A/c"], .error)
    expectEqual(Baseline(known, hasTests: true).unknown(in: [error]), [error])
  }

  @Test func secondFaultOfTheSameDeclarationIsNew() {
    expectEqual(Baseline(known, hasTests: true).unknown(in: known + [known[1]]), [known[1]])
  }

  @Test func fixedFaultIsFound() {
    expectEqual(Baseline(known, hasTests: true).fixed(in: [known[0]]).map(\.description), ["view of A/c"])
    expectEqual(Baseline(known + known, hasTests: true).fixed(in: known).count, 2)
  }

  @Test func aFaultIsOfItsDeclarationsInItsExecutableOrTest() {
    let faults = [
      Document.Fault.fault("captive", ["B/b", "B/a"], in: "App"), .fault("no-effect", ["A/a"], test: "ATests/test()"),
    ]
    let names = ["captive of B/a, B/b in App", "no-effect of A/a in ATests/test()"]
    expectEqual(faults.map { Baseline.Entry($0).description }, names)
  }

  @Test func aFixedFaultIsAnErrorInTheFile() {
    let fault = CheckedFault.fixed(.init(known[1]), baseline: "faults.json")
    expectEqual(fault.text, "view of A/c is fixed: run vial-graph baseline faults.json [view]")
    expectEqual(fault.at.file, FileManager.default.currentDirectoryPath + "/faults.json")
    expectEqual(fault.severity, .error)
  }

  @Test func theFaultOfAnotherTestIsNew() {
    let known = [Document.Fault.fault("no-effect", ["A/a"], test: "ATests/first()")]
    let other = [Document.Fault.fault("no-effect", ["A/a"], test: "ATests/second()")]
    let baseline = Baseline(known, hasTests: true)
    expectEqual(baseline.unknown(in: other), other)
    expectEqual(baseline.fixed(in: other).map(\.test), ["ATests/first()"])
    expect(baseline.unknown(in: known).isEmpty)
  }

  @Test func fileDoesNotDependOnTheOrderOfTheSources() {
    expectEqual(
      JSONFile.encode(Baseline(known, hasTests: true)),
      JSONFile.encode(Baseline(known.reversed(), hasTests: true))
    )
  }

  @Test func damagedFileOrAnotherFormatOrVersionIsAnError() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let messages = [
      "{": "is not JSON",
      "[]": "does not have the format vial-graph-faults",
      "{}": "does not have the format vial-graph-faults",
      "{\"format\": \"vial-graph\", \"version\": 1}": "has the format vial-graph instead of vial-graph-faults",
      "{\"format\": \"vial-graph-faults\", \"version\": 1}":
        "has version 1 of the format vial-graph-faults instead of 3: write it with the same version of Vial as this tool",
      "{\"format\": \"vial-graph-faults\", \"version\": 3}": "does not have the format vial-graph-faults",
      "{\"format\": \"vial-graph-faults\", \"version\": 3, \"faults\": 1}":
        "does not have the format vial-graph-faults",
    ]
    for (text, message) in messages {
      let file = folder.appendingPathComponent("faults.json")
      try Data(text.utf8).write(to: file)
      let error = #expect(throws: ToolError.self) { () throws(ToolError) -> Baseline in
        try JSONFile.read(file.path, Baseline.format, version: Baseline.currentVersion)
      }
      expectEqual(error?.message, "\(file.path) \(message)")
    }
    let error = #expect(throws: ToolError.self) {
      try JSONFile.read("\(folder.path)/none", "a", version: 1) as Baseline
    }
    expectEqual(error?.message.hasSuffix("none cannot be read"), true)
  }
}
