import Testing
import Vial
import VialTesting

/// `expectProvided` in tests of Swift Testing.
@Suite(.overrideScope)
@MainActor struct ExpectProvidedTests {
  private let number = Injection<Int>.required("a number", fileID: "App/Number.swift", line: 3)
  private let text = Injection<String>.required("a text", fileID: "App/Text.swift", line: 4)
  private let published = Injection(strategy: .singleton, instance: 1.5)

  @Test func expectProvidedPassesIfEveryInjectionHasAnImplementation() {
    number.provide(with: 1)
    text.override(with: "text")

    expectProvided(number, text, published)

    expect(number.current == nil)
  }

  @Test func lineWithoutAModuleIsReportedInAnUnknownModule() {
    withKnownIssue {
      expectProvided(number, fileID: "Number.swift", filePath: "/Number.swift", line: 7)
    } matching: { issue in
      issue.sourceLocation?.fileID == "Unknown/Number.swift" && issue.sourceLocation?.line == 7
    }
  }

  @Test func expectProvidedRecordsOneIssueForAllMissingImplementations() {
    let line = #line + 2
    withKnownIssue {
      expectProvided(number, published, text)
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.contains { comment in
          comment.rawValue.hasPrefix("Not every required injection has an implementation.\n")
            && comment.rawValue.contains("    Int (App/Number.swift:3)")
            && comment.rawValue.contains("    String (App/Text.swift:4)")
            && !comment.rawValue.contains("Double")
        }
    }
  }
}
