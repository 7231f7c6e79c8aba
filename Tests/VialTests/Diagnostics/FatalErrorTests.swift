import Testing
import Vial
import VialInspection

/// The messages of the mistakes that stop the program, each of which ends with its name.
///
/// Messages of cycles: see `DependencyCycleTests`. Missing implementations: see `MissingImplementationTests`.
@MainActor struct FatalErrorTests {
  private static func publishNumber(_ strategy: InjectionStrategy = .singleton) -> Injection<Int> {
    Injection(strategy: strategy, instance: 1, fileID: "Feature/A.swift", line: 12)
  }

  private static func program(
    _ id: DiagnosticID,
    _ title: String,
    beginsWith beginning: String = "",
    _ body: @escaping @MainActor () -> Void
  ) -> StoppingProgram {
    StoppingProgram("\(id): \(title)", beginsWith: beginning, contains: " [\(id.rawValue)]\n") { body() }
  }

  // MARK: Injections

  private static let mistakes: [StoppingProgram] = [
    program(
      .notRequired,
      "An implementation for an injection that is not required",
      beginsWith: """
        App/Root.swift:5: Fatal error: Int (Feature/A.swift:12) was published with an instance, so no implementation \
        can be provided.

            Provided at: App/Root.swift:5

        - Publish the injection with Injection.required(_:).
        - Override the injection.
        """
    ) { publishNumber(.shared).provide(with: 1, fileID: "App/Root.swift", line: 5) },
    program(.missingImplementation, "A seal") { Overrides.seal(requiring: Injection<Int>.required("a number")) },
    program(.sealedOverride, "An override after the seal") {
      Overrides.seal()
      publishNumber().override(with: 2)
    },
    program(.unusedReleaseAction, "An instance that no cache owns") {
      _ = publishNumber(.onDemand).onRelease { _ in }.resolve()
    },
    program(
      .recordingInOperation,
      "A recording in a factory",
      beginsWith: "App/Main.swift:7: Fatal error: A recording or a profile began while a factory"
    ) {
      let recorder = Injection(strategy: .singleton) {
        InjectionGraph.record(fileID: "App/Main.swift", line: 7) {}.nodes.count
      }
      _ = recorder.resolve()
    },
  ]

  // MARK: Restricted code

  private static let usesOfInjections: [StoppingProgram] = [
    program(
      .checkUsesInjections,
      "A check that resolves its own injection",
      beginsWith: """
        Feature/D.swift:4: Fatal error: The validity check of Int (Feature/D.swift:4) uses injections.

        This code runs while Vial searches or changes a list. It must not resolve, override, provide, clear, observe \
        or open a scope.

        - Resolve the dependencies of the check before: .cached { let clock = clock.resolve(); return { … } }.
        """
    ) {
      let own = Variable<Injection<Int>?>(nil)
      let strategy = InjectionStrategy.cached { { own.content?.resolve() == 1 } }
      let injection = Injection(strategy: strategy, instance: 1, fileID: "Feature/D.swift", line: 4)
      own.content = injection
      _ = (injection.resolve(), injection.resolve())
    },
    program(
      .checkUsesInjections,
      "The check of an override",
      beginsWith: "App/Tests.swift:7: Fatal error: The validity check of Int"
    ) {
      let (number, other) = (publishNumber(), publishNumber())
      let strategy = InjectionStrategy.cached { { number.resolve() == 1 } }
      other.override(with: 2, strategy: strategy, fileID: "App/Tests.swift", line: 7)
      _ = (other.resolve(), other.resolve())
    },
    program(
      .checkUsesInjections,
      "The check of a published strategy, in an override without a strategy",
      beginsWith: "Feature/D.swift:4: Fatal error: The validity check of Int"
    ) {
      let number = publishNumber()
      let strategy = InjectionStrategy.cached { { number.resolve() == 1 } }
      let injection = Injection(strategy: strategy, instance: 1, fileID: "Feature/D.swift", line: 4)
      injection.override(with: 2, fileID: "App/Tests.swift", line: 7)
      _ = (injection.resolve(), injection.resolve())
    },
    program(.checkUsesInjections, "A clock") {
      let number = publishNumber()
      let clock = TestClock { _ = number.resolve() }
      _ = publishNumber(.expiring(after: .seconds(1), clock: clock)).resolve()
    },
    program(.keyUsesInjections, "The hash of a key") {
      let number = publishNumber()
      let family = InjectionFamily<TestKey, Int>(strategy: .singleton) { _ in 1 }
      _ = family[TestKey { _ = number.resolve() }]
    },
    program(.contextUsesInjections, "A context that resolves another injection") {
      let number = publishNumber()
      let context = InjectionContext("resolving") { MainActor.assumeIsolated { number.resolve() == 1 } }
      _ = publishNumber().when(context, instance: 2).resolve()
    },
    inspection("isProvided") { $0.isProvided },
    inspection("isOverridden") { $0.isOverridden },
    inspection("current") { $0.current == 1 },
    inspection("debugDescription") { $0.debugDescription.isEmpty },
  ]

  private static func inspection(
    _ property: String,
    _ inspect: @escaping @MainActor @Sendable (Injection<Int>) -> Bool
  ) -> StoppingProgram {
    StoppingProgram(
      "A context that reads \(property) of its own injection",
      contains: " or inspect an injection that has contexts."
    ) {
      let own = Own()
      let context = InjectionContext("inspecting") { MainActor.assumeIsolated { own.injection.map(inspect) == true } }
      let injection = Injection<Int>.required("a number").when(context, instance: 1)
      own.injection = injection
      _ = injection.resolve()
    }
  }

  @Test(.exitTest) func messageEndsWithItsName() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { StoppingProgram.writeFailures(of: Self.mistakes + Self.usesOfInjections) }
    }
    expectEqual(standardError(of: result), "")
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
