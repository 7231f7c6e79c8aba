import Foundation
import Testing
import Vial

/// An active context replaces the factory of an injection.
@MainActor struct InjectionContextTests {
  let counter = InstanceCounter()

  private static let always = InjectionContext("always") { true }
  private static let never = InjectionContext("never") { false }

  @Test func firstActiveContextReplacesTheFactoryOfACopyOfTheInjection() {
    let published = Injection(
      strategy: .singleton,
      instance: CountedObject(counter),
      fileID: "Feature/CountedObject.swift",
      line: 4
    )
    let inactive = published.when(Self.never, instance: CountedObject(counter, "never"))
    let active = inactive.when(Self.always, instance: CountedObject(counter, "first"))
      .when(Self.always, instance: CountedObject(counter, "second"))

    expectEqual([published, inactive, active].map { $0.resolve().name }, ["live", "live", "first"])
    expectEqual(counter.built, 3)
    expect(active.debugDescription.hasPrefix("CountedObject (Feature/CountedObject.swift:4)"))
  }

  @Test func contextIsEvaluatedAtTheFirstResolveOnly() {
    let evaluations = Counter()
    let context = InjectionContext("counted") { evaluations.count() }

    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
      .when(context, instance: CountedObject(counter, "other"))
    expectEqual(evaluations.value, 0)
    withOverrideScope(.isolated) {
      expect(injection.current == nil)
      _ = injection.resolve()
      let evaluationsOfTheFirstResolve = evaluations.value
      _ = injection.resolve()
      expectEqual(evaluations.value, evaluationsOfTheFirstResolve)
    }

    expect(evaluations.value > 0)
    expectEqual(counter.built, 1)
  }

  @Test func contextKeepsTheStrategy() {
    for strategy in Strategies.all {
      let injection = Injection(strategy: strategy, instance: CountedObject(counter))
        .when(Self.always, instance: CountedObject(counter, "other"))
      let held = injection.resolve()

      expectEqual(injection.resolve() === held, strategy.isCaching, "\(strategy)")
      expect(injection.debugDescription.contains("\(strategy)"), "\(strategy)")
      withExtendedLifetime(held) {}
    }
  }

  // MARK: Required injections

  @Test func requiredInjectionWithAnActiveContextNeedsNoImplementation() {
    let injection = Injection<CountedObject>.required("an object")
      .when(Self.never, instance: CountedObject(counter, "never"))
      .when(Self.always, instance: CountedObject(counter, "first"))
      .when(Self.always, instance: CountedObject(counter, "second"))
    expect(injection.isProvided)

    let events = events { for _ in 1...2 { expectEqual(injection.resolve().name, "first") } }

    expectEqual(events.summaries, ["built CountedObject as CountedObject", "reused CountedObject"])
    expectEqual(injection.current?.name, "first")
    for kind in OverrideScope.Kind.all {
      withOverrideScope(kind) { expect(injection.resolve() === injection.resolve(), "\(kind)") }
      expectEqual(counter.alive, 1, "\(kind)")
    }

    let inactive = Injection<CountedObject>.required("an object")
      .when(Self.never, instance: CountedObject(counter, "never"))
    expect(!inactive.isProvided)
    for injection in [injection, inactive] { injection.provide(with: CountedObject(counter), strategy: .onDemand) }
    expectEqual([injection, inactive].map { $0.resolve().name }, ["first", "live"])
    expect(injection.resolve() === injection.resolve(), "A context of a required injection is a singleton.")
    expect(inactive.resolve() !== inactive.resolve())
  }

  // MARK: Predefined contexts

  @Test func predefinedContextsDescribeTheProcess() throws {
    let argument = try #require(CommandLine.arguments.dropFirst().first)
    let contexts: [(context: InjectionContext, isActive: Bool, description: String)] = [
      (.test, true, "test"),
      (.preview, false, "preview"),
      (.launchArgument(argument), true, "launchArgument(\"\(argument)\")"),
      (.launchArgument("-mock"), false, "launchArgument(\"-mock\")"),
      (.launchArgument(String(argument.dropLast())), false, "launchArgument(\"\(argument.dropLast())\")"),
      (.launchArgument(CommandLine.arguments[0]), false, "launchArgument(\"\(CommandLine.arguments[0])\")"),
      (Self.always, true, "always"),
    ]
    for (context, isActive, description) in contexts {
      let injection = Injection(strategy: .singleton, instance: false).when(context, instance: true)
      expectEqual(injection.resolve(), isActive, description)
      expectEqual("\(context)", description)
    }
  }

  @Test(.exitTest) func previewContextIsActiveInAPreviewOfXcode() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        for (value, expected) in [("1", "preview"), ("0", "live")] {
          ForkedProcess.writeFailure(of: "XCODE_RUNNING_FOR_PREVIEWS=\(value)") {
            setenv("XCODE_RUNNING_FOR_PREVIEWS", value, 1)
            let injection = Injection(strategy: .singleton, instance: "live").when(.preview, instance: "preview")
            precondition(injection.resolve() == expected)
          }
        }
      }
    }
    expectEqual(standardError(of: result), "")
  }
}

/// Counts evaluations on the main actor, where conditions of contexts run.
private final class Counter: Sendable {
  @MainActor private static var counts: [ObjectIdentifier: Int] = [:]

  var value: Int {
    MainActor.assumeIsolated { Self.counts[ObjectIdentifier(self)] ?? 0 }
  }

  func count() -> Bool {
    MainActor.assumeIsolated {
      Self.counts[ObjectIdentifier(self), default: 0] += 1
      return true
    }
  }
}
