import Testing
import Vial
import VialInspection

/// A recording, a trace or a report that begins while an operation is running (rule 28).
@MainActor struct NestedInspectionTests {
  enum Place: CaseIterable, Codable { case factory, releaseAction, deinitializer, observer, consumerExpression }

  private static func run(_ place: Place, _ work: @escaping @MainActor () -> Void) {
    switch place {
    case .factory: ApplicationCode.factory.run(work)
    case .releaseAction: ApplicationCode.releaseActionAfterClear.run(work)
    case .deinitializer: ApplicationCode.deinitializerAfterClear.run(work)
    case .observer: ApplicationCode.observer.run(work)
    case .consumerExpression: ApplicationCode.consumerExpression.run(work)
    }
  }

  @Test(arguments: Place.allCases) func recordingThatBeginsDuringAnOperationStopsTheProgram(place: Place) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [place = place as Place] in
      await MainActor.run {
        let number = Injection(strategy: .singleton, instance: 1)
        Self.run(place) { _ = InjectionGraph.record { _ = number.resolve() } }
      }
    }
    expect(standardError(of: result).contains("Record the outermost resolve"))
  }

  @Test func recordingInAValidityCheckStopsWithTheMessageAboutTheCheck() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let checked = Injection(
          strategy: .cached { { InjectionGraph.record {}.nodes.isEmpty } },
          instance: 1,
          fileID: "Feature/D.swift",
          line: 4
        )
        _ = (checked.resolve(), checked.resolve())
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        "Feature/D.swift:4: Fatal error: The validity check of Int (Feature/D.swift:4) uses injections.\n"
      )

    )
  }

  @Test func profileThatBeginsDuringAnOperationStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Injection(strategy: .singleton, instance: 1)
        Self.run(.factory) { _ = Injections.profile { _ = number.resolve() } }
      }
    }
    expect(standardError(of: result).contains("A recording or a profile began while a factory"))
  }

  @Test func recordingsCanBeNested() {
    let number = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 1)
    var inner: InjectionGraph?

    let outer = InjectionGraph.record { inner = InjectionGraph.record { _ = number.resolve() } }

    expectEqual(inner?.nodes.map(\.description), ["Int (App/A.swift:1)"])
    expectEqual(outer.nodes.map(\.description), ["Int (App/A.swift:1)"])
  }

  /// Begins a trace in the factory of an injection that another injection is building.
  private func traceThatBeginsInAFactory(resolvesLater: Bool, then work: () -> Void) -> String {
    let output = TraceText()
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
    _ = whole.resolve()
    work()
    observation?.cancel()
    return output.text.replacing(/\d+\.\d{6} s/, with: "… s")
  }

  @Test(arguments: [false, true])
  func traceThatBeginsInAFactoryAttributesNoDependencyToTheNextInjection(resolvesLater: Bool) {
    let other = Injection(strategy: .singleton, instance: "", fileID: "App/Other.swift", line: 1)
    let service = Injection(strategy: .singleton, instance: other.resolve(), fileID: "App/Service.swift", line: 1)

    let text = traceThatBeginsInAFactory(resolvesLater: resolvesLater) { _ = service.resolve() }

    // If another observer was active before, the instances of the factories that were running are reported, too.
    let lines = text.split(separator: "\n").filter { !$0.contains("App/Part") && !$0.contains("App/Whole") }
    expectEqual(
      lines.joined(separator: "\n"),
      """
      built Int for Int (App/Leaf.swift:1), singleton, in … s
      built String for String (App/Service.swift:1), singleton, in … s
        built String for String (App/Other.swift:1), singleton, in … s
      """
    )
  }

  @Test func traceThatBeginsInAFactoryWithoutDependenciesIndentsTheNextInjection() {
    let output = TraceText()
    var observation: InjectionObservation?
    let first = Injection(strategy: .singleton, fileID: "App/First.swift", line: 1) {
      observation = Injections.trace(to: output)
      return 1
    }
    let other = Injection(strategy: .singleton, instance: "", fileID: "App/Other.swift", line: 1)
    let service = Injection(strategy: .singleton, instance: other.resolve(), fileID: "App/Service.swift", line: 1)

    _ = (first.resolve(), service.resolve())
    observation?.cancel()

    expectEqual(
      output.text.split(separator: "\n").last?.hasPrefix("  built String for String (App/Other.swift:1)"),
      true
    )
  }
}

/// A stream that a test reads after the trace has written to it.
private final class TraceText: TextOutputStream {
  var text = ""

  func write(_ string: String) { text += string }
}
