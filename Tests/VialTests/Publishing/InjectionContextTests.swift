import Foundation
import Testing
import Vial

/// An active context replaces the factory of an injection.
@MainActor struct InjectionContextTests {
  let counter = InstanceCounter()

  private static let always = InjectionContext("always") { true }
  private static let never = InjectionContext("never") { false }

  // MARK: The active context

  @Test func firstActiveContextReplacesTheFactory() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
      .when(Self.never, instance: CountedObject(counter, "never"))
      .when(Self.always, instance: CountedObject(counter, "first"))
      .when(Self.always, instance: CountedObject(counter, "second"))

    expectEqual(injection.resolve().name, "first")
    expectEqual(counter.built, 1)
  }

  @Test func publishedFactoryIsUsedIfNoContextIsActive() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
      .when(Self.never, instance: CountedObject(counter, "never"))

    expectEqual(injection.resolve().name, "live")
    expectEqual(counter.built, 1)
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

  @Test func whenDoesNotAffectItsReceiver() {
    let published = Injection(strategy: .singleton, instance: CountedObject(counter))

    let contextual = published.when(Self.always, instance: CountedObject(counter, "other"))

    expectEqual(published.resolve().name, "live")
    expectEqual(contextual.resolve().name, "other")
  }

  @Test(arguments: Strategies.retaining)
  func contextKeepsTheStrategy(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
      .when(Self.always, instance: CountedObject(counter, "other"))

    expect(injection.resolve() === injection.resolve())
    expect(injection.debugDescription.contains("\(strategy)"))
  }

  @Test func contextKeepsTheOnDemandStrategy() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
      .when(Self.always, instance: CountedObject(counter, "other"))

    expect(injection.resolve() !== injection.resolve())
  }

  // MARK: Overrides and scopes

  @Test func overrideOfAnActiveContextDecoratesTheInstanceOfTheContext() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
      .when(Self.always, instance: CountedObject(counter, "other"))
    let other = injection.resolve()

    injection.override(with: CountedObject(counter, "mock"))
    expectEqual(injection.resolve().name, "mock")
    injection.override(with: { original in original.resolve() })
    expectEqual(injection.resolve().name, "mock")
    injection.rollbackAllOverrides()
    injection.override(with: { original in original.resolve() })
    expect(injection.resolve() === other)
    injection.rollbackAllOverrides()

    expect(injection.resolve() === other)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func contextAppliesInScopes(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
      .when(Self.always, instance: CountedObject(counter, "other"))

    withOverrideScope(kind) {
      expectEqual(injection.resolve().name, "other")
      injection.override(with: CountedObject(counter, "mock"))
      expectEqual(injection.resolve().name, "mock")
    }

    expectEqual(injection.resolve().name, "other")
  }

  @Test func contextKeepsTheDeclaration() {
    let injection = Injection(
      strategy: .singleton,
      instance: CountedObject(counter),
      fileID: "Feature/CountedObject.swift",
      line: 4
    ).when(Self.always, instance: CountedObject(counter, "other"))

    expect(injection.debugDescription.hasPrefix("CountedObject (Feature/CountedObject.swift:4)"))
  }

  // MARK: Required injections

  @Test func requiredInjectionWithAnActiveContextNeedsNoImplementation() {
    let injection = Injection<CountedObject>.required("an object")
      .when(Self.always, instance: CountedObject(counter, "other"))

    expectEqual(injection.resolve().name, "other")
    expect(injection.resolve() === injection.resolve())
    expectEqual(injection.current?.name, "other")
    expect(injection.isProvided)
    expectEqual(counter.built, 1)
  }

  @Test func firstActiveContextReplacesARequiredImplementation() {
    let injection = Injection<CountedObject>.required("an object")
      .when(Self.never, instance: CountedObject(counter, "never"))
      .when(Self.always, instance: CountedObject(counter, "first"))
      .when(Self.always, instance: CountedObject(counter, "second"))

    expectEqual(injection.resolve().name, "first")
    expectEqual(counter.built, 1)
  }

  @Test func activeContextReplacesAnImplementationWithASingleton() {
    let injection = Injection<CountedObject>.required("an object")
      .when(Self.always, instance: CountedObject(counter, "other"))

    injection.provide(with: CountedObject(counter), strategy: .onDemand)

    expectEqual(injection.resolve().name, "other")
    expect(injection.resolve() === injection.resolve())
  }

  @Test func providedImplementationIsUsedIfNoContextIsActive() {
    let injection = Injection<CountedObject>.required("an object")
      .when(Self.never, instance: CountedObject(counter, "never"))

    injection.provide(with: CountedObject(counter))

    expectEqual(injection.resolve().name, "live")
    expect(injection.resolve() === injection.resolve())
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func instanceOfAContextIsCachedInItsScope(kind: OverrideScope.Kind) {
    let injection = Injection<CountedObject>.required("an object")
      .when(Self.always, instance: CountedObject(counter, "other"))

    withOverrideScope(kind) {
      expect(injection.resolve() === injection.resolve())
    }

    expectEqual(counter.alive, 0)
  }

  @Test func resolvesOfAnActiveContextAreReportedOnce() {
    let injection = Injection<CountedObject>.required(
      "an object",
      fileID: "Interface/CountedObject.swift",
      line: 7
    )
    .when(Self.always, instance: CountedObject(counter, "other"))
    var received: [String] = []
    let observation = Injections.observe { event in
      switch event {
      case .built(let resolution, _, _, _): received.append("built \(resolution.declaration)")
      case .reused(let resolution): received.append("reused \(resolution.declaration)")
      default: break
      }
    }
    defer { observation.cancel() }

    _ = injection.resolve()
    _ = injection.resolve()

    let ours = received.filter { $0.contains("Interface/CountedObject.swift:7") }
    expectEqual(ours.map { $0.prefix(6) }, ["built ", "reused"])
  }

  // MARK: Predefined contexts

  @Test func testContextIsActiveInTests() {
    let injection = Injection(strategy: .singleton, instance: "live")
      .when(.preview, instance: "preview")
      .when(.launchArgument("-nobody-passes-this"), instance: "argument")
      .when(.test, instance: "test")

    expectEqual(injection.resolve(), "test")
  }

  @Test func launchArgumentMatchesAWholeArgumentOfTheProcess() throws {
    let argument = try #require(CommandLine.arguments.dropFirst().first)
    let part = String(argument.dropLast())
    let injection = Injection(strategy: .singleton, instance: "live")
      .when(.launchArgument(CommandLine.arguments[0]), instance: "the program itself")
      .when(.launchArgument(part), instance: "a part of an argument")
      .when(.launchArgument(argument), instance: "argument")

    expectEqual(injection.resolve(), "argument")
  }

  @Test(arguments: [("1", "preview"), ("0", "live")])
  func previewContextIsActiveInAPreviewOfXcode(value: String, expected: String) async {
    await #expect(processExitsWith: .success) { [value, expected] in
      setenv("XCODE_RUNNING_FOR_PREVIEWS", value, 1)
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: "live")
          .when(.preview, instance: "preview")
        precondition(injection.resolve() == expected)
      }
    }
  }

  @Test func descriptionOfAContextIsSpelledAsInSourceCode() {
    expectEqual("\(InjectionContext.preview)", "preview")
    expectEqual("\(InjectionContext.test)", "test")
    expectEqual("\(InjectionContext.launchArgument("-mock"))", "launchArgument(\"-mock\")")
    expectEqual("\(Self.always)", "always")
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
