import Foundation
import Testing

@testable import Vial
@testable import VialTesting

/// The text of a report and its line in the file of `VIAL_REPORT`.
///
/// Tests/Integration runs processes that deliver reports.
@MainActor struct ReportTests {
  private let number = Injection(strategy: .singleton, instance: 1, fileID: app, line: 3)

  private func report(facts: [String] = [], fixes: [String], _ attribution: Attribution = .nobody) -> Report {
    Report(
      id: .liveUse,
      subject: .unlimited,
      effect: .fails,
      attribution: attribution,
      place: CallLocation(fileID: "App/Services.swift", filePath: "/App/Services.swift", line: 7),
      injection: number.declaration,
      event: "Something has happened",
      requesters: [.consumerOrInjection("Model (App/Model.swift:5)")],
      facts: facts,
      fixes: fixes
    )
  }

  @Test func textBeginsWithTheEventAndTheMostLikelyFix() {
    let text = report(fixes: ["Do this."]).text

    expectEqual(
      text,
      """
      Something has happened.
      Do this.

          Needed by: Model (App/Model.swift:5) [live-use]
      """
    )
  }

  @Test func textListsFactsAndFurtherFixesAndEndsWithTheID() {
    let text = report(facts: ["A fact."], fixes: ["Do this.", "Or this.", "Or that."]).text

    expectEqual(
      text,
      """
      Something has happened.
      Do this.

          Needed by: Model (App/Model.swift:5)
          A fact.

      - Or this.
      - Or that. [live-use]
      """
    )
  }

  @Test func lineOfTheFileHasAllParts() throws {
    let object = try object(report(fixes: ["Do this."]))

    expectEqual(object["id"] as? String, "live-use")
    expectEqual(object["effect"] as? String, "fails")
    expectEqual(object["event"] as? String, "Something has happened")
    expectEqual(object["injection"] as? String, "Int (App/Services.swift:3)")
    expectEqual(object["place"] as? String, "App/Services.swift:7")
    expectEqual(object["requesters"] as? [String], ["Model (App/Model.swift:5)"])
    expectEqual(object["fixes"] as? [String], ["Do this."])
    expectEqual(object.count, 8)
  }

  @Test func lineOfTheFileNamesTheTestUnlessTheReportIsOfNobody() throws {
    let test = TestIdentity(try #require(Test.current))

    let ofTest = try object(report(fixes: [], .one(Participant(unscoped: test))))
    let ofNobody = try object(report(fixes: []))

    expectEqual((ofTest["test"] as? String)?.hasPrefix("VialTestingTests.ReportTests/"), true)
    expect(ofNobody["test"] is NSNull)
  }

  @Test func lineOfTheFileIsOneLine() throws {
    let line = try ReportFile.line(of: report(facts: ["A\nfact"], fixes: ["Do\nthis."]))

    expectEqual(line.count { $0 == UInt8(ascii: "\n") }, 1)
    expectEqual(line.last, UInt8(ascii: "\n"))
  }

  private func object(_ report: Report) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: ReportFile.line(of: report)) as? [String: Any])
  }
}
