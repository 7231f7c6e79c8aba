import Testing
import Vial
import VialInspection

/// Each message ends with its name in brackets.
@MainActor struct DiagnosticIDTests {
  /// A mistake that stops the program.
  enum Mistake: CaseIterable, Codable {
    case cycle, check, clock, key, context, missing, missingAtTheSeal, notRequired, sealed, releaseAction, recording

    var id: DiagnosticID {
      switch self {
      case .cycle: .cycle
      case .check, .clock: .checkUsesInjections
      case .key: .keyUsesInjections
      case .context: .contextUsesInjections
      case .missing, .missingAtTheSeal: .missingImplementation
      case .notRequired: .notRequired
      case .sealed: .sealedOverride
      case .releaseAction: .unusedReleaseAction
      case .recording: .recordingInOperation
      }
    }

    @MainActor func make() {
      let number = Injection(strategy: .singleton, instance: 1)
      let required = Injection<Int>.required("a number")
      let next = Box<Injection<Int>?>(nil)
      switch self {
      case .cycle:
        next.content = Injection(strategy: .singleton) { next.content?.resolve() ?? 0 }
        _ = next.content?.resolve()
      case .check:
        let checked = Injection(strategy: .cached { { number.resolve() == 1 } }, instance: 1)
        _ = (checked.resolve(), checked.resolve())
      case .clock:
        let clock = TestClock { _ = number.resolve() }
        _ = Injection(strategy: .expiring(after: .seconds(1), clock: clock), instance: 1).resolve()
      case .key:
        let family = InjectionFamily<TestKey, Int>(strategy: .singleton) { _ in 1 }
        _ = family[TestKey { _ = number.resolve() }]
      case .context:
        let context = InjectionContext("resolving") { MainActor.assumeIsolated { number.resolve() == 1 } }
        _ = Injection(strategy: .singleton, instance: 1).when(context, instance: 2).resolve()
      case .missing: _ = required.resolve()
      case .missingAtTheSeal: Overrides.seal(requiring: required)
      case .notRequired: number.provide(with: 2)
      case .sealed:
        Overrides.seal()
        number.override(with: 2)
      case .releaseAction: _ = Injection(strategy: .onDemand, instance: 1).onRelease { _ in }.resolve()
      case .recording:
        _ = Injection(strategy: .singleton) { InjectionGraph.record {}.nodes.count }.resolve()
      }
    }
  }

  @Test(arguments: Mistake.allCases) func fatalMessageEndsWithItsName(mistake: Mistake) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [mistake = mistake as Mistake] in
      await MainActor.run { mistake.make() }
    }
    let message = standardError(of: result).prefix { $0 != "]" }
    expect(message.contains("Fatal error: "))
    expect(message.hasSuffix(". [\(mistake.id.rawValue)") || message.hasSuffix(") [\(mistake.id.rawValue)"))
  }

  @Test func recordingInAFactoryNamesTheLineOfTheCall() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = Injection(strategy: .singleton) {
          InjectionGraph.record(fileID: "App/Main.swift", line: 7) {}.nodes.count
        }.resolve()
      }
    }
    expect(standardError(of: result).hasPrefix("App/Main.swift:7: Fatal error: A recording or a profile began"))
  }

  @Test func checkOfAnOverrideIsReportedAtTheLineOfTheOverride() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Injection(strategy: .singleton, instance: 1)
        let other = Injection(strategy: .singleton, instance: 1)
        let strategy = InjectionStrategy.cached { { number.resolve() == 1 } }
        other.override(with: 2, strategy: strategy, fileID: "App/Tests.swift", line: 7)
        _ = (other.resolve(), other.resolve())
      }
    }
    expect(standardError(of: result).hasPrefix("App/Tests.swift:7: Fatal error: The validity check of Int"))
  }

  /// A question that evaluates the contexts of an injection.
  enum Question: CaseIterable, Codable { case isProvided, isOverridden, current, debugDescription }

  @Test(arguments: Question.allCases) func contextThatInspectsItsOwnInjectionStopsTheProgram(question: Question) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [question = question as Question] in
      await MainActor.run {
        let own = Own()
        let context = InjectionContext("inspecting") {
          MainActor.assumeIsolated {
            switch question {
            case .isProvided: own.injection?.isProvided == true
            case .isOverridden: own.injection?.isOverridden == true
            case .current: own.injection?.current == 1
            case .debugDescription: own.injection?.debugDescription == ""
            }
          }
        }
        let injection = Injection<Int>.required("a number").when(context, instance: 1)
        own.injection = injection
        _ = injection.resolve()
      }
    }
    expect(standardError(of: result).contains(" or inspect an injection that has contexts."))
  }
}

@MainActor private final class Own {
  var injection: Injection<Int>?
}

private struct TestClock: Clock {
  let use: @MainActor @Sendable () -> Void

  var now: ContinuousClock.Instant {
    MainActor.assumeIsolated { use() }
    return ContinuousClock().now
  }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

private struct TestKey: Hashable {
  let use: @MainActor @Sendable () -> Void

  static func == (lhs: TestKey, rhs: TestKey) -> Bool { true }

  func hash(into hasher: inout Hasher) { MainActor.assumeIsolated { use() } }
}
