// Run by `Tests/AppleStubs/test` against stand-ins for Apple's unified log, not by `swift test`.
import Testing
import Vial
import os

@MainActor struct InjectionsLoggerTests {
  let part = Injection(strategy: .singleton, instance: "part")

  @Test func eachBuildIsAnIntervalAndEachEventALine() {
    let part = part
    let whole = Injection(strategy: .singleton, instance: "whole of \(part.resolve())")
    let logged = LoggedLines.Storage()

    LoggedLines.$current.withValue(logged) {
      let observation = Injections.log(to: Logger(subsystem: "test", category: "injections"))
      _ = whole.resolve()
      observation.cancel()
      part.clear()
    }

    let intervals = logged.lines.filter { $0.hasPrefix("<") || $0.hasPrefix(">") }
    #expect(
      intervals.map { $0.prefix(15) } == [
        "< build String ", "< build String ", "> build String ", "> build String ",
      ]
    )
    #expect(intervals.map { $0.dropFirst(2) } == intervals.reversed().map { $0.dropFirst(2) })
    #expect(intervals.first != intervals.dropFirst().first)
    let lines = logged.lines.filter { !intervals.contains($0) }
    #expect(lines.filter { $0.contains("building String") }.count == 2)
    #expect(!logged.lines.contains { $0.contains("<private>") })
  }
}
