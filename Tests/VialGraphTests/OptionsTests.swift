import Foundation
import Testing

@testable import VialGraph

struct OptionsTests {
  private func message(_ arguments: String...) -> String? { message(arguments) }

  private func message(_ arguments: [String]) -> String? {
    do throws(ToolError) {
      _ = try Options(arguments)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func theFirstWordIsTheOutput() throws {
    try expectEqual(Options([]).output, .graph)
    try expectEqual(Options(["--tests"]).output, .graph)
    let around = try Options(["--format", "json", "around", "weather", "--tests"])
    expectEqual(around.output, .around)
    expectEqual(around.arguments, ["weather"])
    try expectEqual(Options(["path", "a", "b"]).arguments, ["a", "b"])
    expectEqual(
      message("weather"),
      "the first word must be one of graph, around, path, faults, baseline, compare, page: see --help"
    )
    expectEqual(message("around"), "around needs <name>: see --help")
    expectEqual(message("path", "a"), "path needs <name> <name>: see --help")
    expectEqual(message("faults", "weather"), "the word weather has no meaning: see --help")
    expectEqual(message("compare", "a", "b"), "the word b has no meaning: see --help")
  }

  @Test func aValueFollowsAnOptionOrAnEqualsSign() throws {
    try expectEqual(Options(["--format", "json"]), Options(["--format=json"]))
    try expectEqual(Options(["faults", "--baseline=a=b"])[.baseline], "a=b")
    expectEqual(message("faults", "--baseline"), "--baseline needs a value: see --help")
    expectEqual(message("faults", "--baseline", "--strict"), "--baseline needs a value: see --help")
    expectEqual(message("faults", "--baseline="), "--baseline needs a value: see --help")
    expectEqual(message("--tests=yes"), "--tests takes no value")
  }

  @Test func unknownAndRepeatedOptionsAreErrors() throws {
    expectEqual(message("--around", "a"), "there is no option --around: see --help")
    expectEqual(message("-x", "a"), "there is no option -x: see --help")
    try expectEqual(Options(["faults", "-o", "a"])[.output], "a")
    expectEqual(message("--format", "json", "--format=text"), "--format is given twice")
    expectEqual(message("--tests", "--tests"), "--tests is given twice")
  }

  @Test(arguments: Output.allCases, Option.allCases)
  func anOptionIsAnErrorForOutputsThatItHasNoEffectOn(output: Output, option: Option) {
    let values: [Option: String] = [.format: output.formats.first ?? "json", .kinds: "view"]
    let value = values[option] ?? (option.value == nil ? nil : "cycle")
    let words = [output.rawValue] + output.arguments + ["--\(option)"] + [value].compactMap(\.self)
    let message = message(words)
    if option.outputs.contains(output) {
      expect(message == nil)
    } else {
      expectEqual(message?.hasPrefix("\(output) has no option --\(option), which is for "), true)
    }
  }

  @Test func eachOutputHasItsFormats() {
    for output in Output.allCases where !output.formats.isEmpty {
      for format in output.formats {
        expect((try? Options([output.rawValue] + output.arguments + ["--format", format])) != nil)
      }
    }
    expectEqual(message("graph", "--format", "html")?.hasPrefix("--format of graph must be one of text, "), true)
  }

  @Test func theFirstFormatIsTheDefault() throws {
    try expectEqual(Options(["graph"]).format(), Report.allCases[0])
    try expectEqual(Options(["faults"]).format(), FaultFormat.allCases[0])
    try expectEqual(Options(["compare", "a"]).format(), ComparisonFormat.allCases[0])
    try expectEqual(Options(["faults", "--format", "sarif"]).format(), FaultFormat.sarif)
  }

  @Test func optionsWithoutEffectAreErrors() throws {
    expectEqual(
      message("faults", "--only", "view", "--enable", "unused"),
      "--enable has no effect with --only: see --help"
    )
    expectEqual(
      message("faults", "--only", "view", "--disable", "view"),
      "--disable has no effect with --only: see --help"
    )
    expectEqual(message("graph", "--from", "App", "--tests"), "--tests has no effect with --from: see --help")
    expectEqual(
      message("graph", "--run", "a", "--format", "mermaid"),
      "--run has no effect with --format mermaid: see --help"
    )
    expectEqual(message("around", "a", "--kinds", "views")?.hasPrefix("--kinds: there is no kind views, only "), true)
    try expectEqual(Options(["around", "a", "--kinds", "view,model"]).kinds, [.view, .model])
  }

  @Test func rulesAreSelectedByTheirNames() throws {
    func rules(_ arguments: String...) throws -> [String] { try Options(["faults"] + arguments).rules.map(\.id) }
    let usual = Rule.all.filter { !$0.isOptional }.map(\.id)
    try expectEqual(rules(), usual)
    try expectEqual(rules("--disable", "cycle,captive"), usual.filter { !["cycle", "captive"].contains($0) })
    try expectEqual(rules("--enable", "unused"), Rule.all.map(\.id))
    try expectEqual(rules("--only", "unused,view"), ["view", "unused"])
    expectEqual(
      message("faults", "--disable", "circle")?.hasPrefix("--disable: there is no rule circle, only cycle, "),
      true
    )
  }

  @Test func helpNamesEachOutputOptionAndRule() {
    let help = Options.help
    for output in Output.allCases { expect(help.contains("\n  \(output)")) }
    for option in Option.allCases { expect(help.contains("\n  --\(option)")) }
    for rule in Rule.all { expect(help.contains("\n  \(rule.id) ")) }
    expect(!help.contains("{"))
    expect(help.split(separator: "\n").allSatisfy { $0.count <= 140 })
    expectEqual((try? Options(["-h", "faults", "--tests"]))?.contains(.help), true)
  }

  @Test func theVersionIsTheFirstOneOfTheChangelog() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let changelog = try String(contentsOfFile: folder + "/../../Docs/CHANGELOG.md", encoding: .utf8)
    let headings = changelog.matches(of: /\n## \[(.*)\]/).map { $0.1.lowercased() }
    // An empty section for the next version follows a release.
    let isReleased = changelog.contains(#/\n## \[Unreleased\]\s+##\s/#)
    expect(Options.version == (isReleased ? headings[1] : headings[0]))
  }
}
