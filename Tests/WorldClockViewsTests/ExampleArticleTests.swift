// `Tests/AppleStubs/test` runs this file with stubs of SwiftUI; `swift test` does not.
import Foundation
import SwiftUI
import Testing
import Vial
import VialInspection
import WorldClockInterface

@testable import WorldClockViews

/// The article “The example” agrees with the screens.
@MainActor struct ExampleArticleTests {
  let catalogue = Self.root.appendingPathComponent("Sources/Vial/Vial.docc")

  /// To update the picture, run `dot -Tsvg` with the file that `VIAL_EXAMPLE_GRAPH` names.
  @Test func articleShowsTheGraphThatTheScreensRecord() throws {
    let host = ViewHost()
    let graph = InjectionGraph.record {
      host.show(`A frozen clock`())
      host.press("Zurich")
    }
    #expect(graph.captiveDependencies.isEmpty)

    let dot = graph.dot.replacing(/:\d+/, with: "")
    if let file = ProcessInfo.processInfo.environment["VIAL_EXAMPLE_GRAPH"] {
      try dot.write(toFile: file, atomically: true, encoding: .utf8)
    }
    let picture = try String(
      contentsOf: catalogue.appendingPathComponent("Articles/Example-graph.svg"),
      encoding: .utf8
    )
    let drawn = picture.matches(of: /<text[^>]*>([^<]*)</).map { unescaped($0.output.1) }
    let recorded = dot.matches(of: /label="([^"]*)"/).flatMap {
      String($0.output.1).components(separatedBy: "\\n")
    }
    #expect(drawn.sorted() == recorded.sorted())
  }

  @Test func articleListsTheTextsOfThePreviews() async throws {
    #expect(try await listedTexts("A frozen clock") == texts(of: `A frozen clock`()))
    #expect(try await listedTexts("Search results") == texts(of: `Search results`()))
    #expect(try await listedTexts("Signed out") == texts(of: `Signed out`()))
    var texts = await texts(of: `Rain of errors`())
    texts.remove(at: texts.count - 2)  // Foundation provides the reason.
    #expect(try listedTexts("Rain of errors") == texts)
  }

  private func texts(of preview: some View) async -> [String] {
    let host = ViewHost()
    host.show(preview)
    await host.settle()
    return host.texts.filter { !$0.isEmpty }
  }

  /// The texts in the row of a preview.
  private func listedTexts(_ preview: String) throws -> [String] {
    let lines = try article().split(separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix("| \(preview) |") })
    return row.matches(of: /`([^`]*)`/).map { String($0.output.1) }
  }

  private func article() throws -> String {
    try String(
      contentsOf: catalogue.appendingPathComponent("Articles/TheExample.md"),
      encoding: .utf8
    )
  }

  @Test func articleQuotesTheExample() throws {
    let article = try article()
    let example = try sources().joined(separator: "\n")
    let quotes = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }

    #expect(quotes.count > 3)
    let outdatedQuotes = quotes.filter { !example.contains($0) }
    #expect(outdatedQuotes == [])
  }

  private func sources() throws -> [String] {
    let example = Self.root.appendingPathComponent("Sources/WorldClock")
    return try #require(FileManager.default.enumerator(atPath: example.path))
      .compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: example.appendingPathComponent($0), encoding: .utf8) }
  }

  private func unescaped(_ text: Substring) -> String {
    text.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
  }

  private static var root: URL {
    URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }
}
