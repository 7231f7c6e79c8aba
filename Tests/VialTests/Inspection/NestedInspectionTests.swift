import Testing
import Vial
import VialInspection

/// A recording, a trace or a report that begins while an operation is running (rule 28).
@MainActor struct NestedInspectionTests {
  @Test(.exitTest) func recordingThatBeginsDuringAnOperationStopsTheProgram() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Injection(strategy: .singleton, instance: 1)
        let places: [ApplicationCode] = [
          .factory, .releaseActionAfterClear, .deinitializerAfterClear, .observer, .consumerExpression,
        ]
        let recordings = places.map { place in
          StoppingProgram("A recording in a \(place)", contains: "Record the outermost resolve") {
            place.run { _ = InjectionGraph.record { _ = number.resolve() } }
          }
        }
        let profile = StoppingProgram(
          "A profile",
          contains: "A recording or a profile began while a factory",
          "The events of the work are delivered when the outermost operation is complete, so the result would be empty.\n"
        ) {
          ApplicationCode.factory.run { _ = Injections.profile { _ = number.resolve() } }
        }
        let inACheck = StoppingProgram(
          "A recording in a validity check",
          beginsWith: "Feature/D.swift:4: Fatal error: The validity check of Int (Feature/D.swift:4) uses injections.\n"
        ) {
          let strategy = InjectionStrategy.cached { { InjectionGraph.record {}.nodes.isEmpty } }
          let checked = Injection(strategy: strategy, instance: 1, fileID: "Feature/D.swift", line: 4)
          _ = (checked.resolve(), checked.resolve())
        }
        StoppingProgram.writeFailures(of: recordings + [profile, inACheck])
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test(arguments: [false, true])
  func traceThatBeginsInAFactoryAttributesNoDependencyToTheNextInjection(resolvesLater: Bool) {
    let output = ReportOutput()
    var observation: InjectionObservation?
    let leaf = Injection(strategy: .singleton, instance: 1, fileID: "App/Leaf.swift", line: 1)
    let part = Injection(strategy: .singleton, fileID: "App/Part.swift", line: 1) {
      observation = Injections.trace(to: output)
      return resolvesLater ? 0 : leaf.resolve()
    }
    let whole = Injection(strategy: .singleton, fileID: "App/Whole.swift", line: 1) {
      let part = part.resolve()
      return resolvesLater ? leaf.resolve() : part
    }
    let other = Injection(strategy: .singleton, instance: "", fileID: "App/Other.swift", line: 1)
    let service = Injection(strategy: .singleton, instance: other.resolve(), fileID: "App/Service.swift", line: 1)
    _ = whole.resolve()
    _ = service.resolve()
    observation?.cancel()

    // If another observer was active before, the instances of the factories that were running are reported, too.
    let lines = output.textWithoutDurations.split(separator: "\n").filter {
      !$0.contains("App/Part") && !$0.contains("App/Whole")
    }
    expectEqual(
      lines.joined(separator: "\n"),
      """
      built Int for Int (App/Leaf.swift:1), singleton, in … s
      built String for String (App/Service.swift:1), singleton, in … s
        built String for String (App/Other.swift:1), singleton, in … s
      """
    )
  }

  /// Runs in another process, because another observer would also receive the event of the first factory.
  @Test(.exitTest) func traceThatBeginsInAFactoryWithoutDependenciesIndentsTheNextInjection() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let output = ReportOutput()
        let first = Injection(strategy: .singleton) { Injections.trace(to: output) }
        let other = Injection(strategy: .singleton, instance: "", fileID: "App/Other.swift", line: 1)
        let service = Injection(strategy: .singleton, instance: other.resolve())

        _ = (first.resolve(), service.resolve())

        precondition(output.lines.last?.hasPrefix("  built String for String (App/Other.swift:1)") == true)
      }
    }
  }
}
