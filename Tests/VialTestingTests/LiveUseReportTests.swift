import Testing
import Vial

@testable import VialTesting

private let file = app
@MainActor private let name = Injection(strategy: .singleton, instance: "live name", fileID: app)
private let nameLine = #line - 1
@MainActor private let city = Injection(
  strategy: .onDemand,
  instance: "live city of \(name.resolve())",
  fileID: app
)
private let cityLine = #line - 5
@MainActor private let numbers = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) {
  "live \($0) of \(name.resolve())"
}
private let numbersLine = #line - 3

@MainActor private final class Model {
  @Instance(name) var text
}
private let model = "Model (VialTestingTests/LiveUseReportTests.swift:\(#line - 2))"

private struct Value {
  @Instance(name) var text
}
private let value = "Value (VialTestingTests/LiveUseReportTests.swift:\(#line - 2))"

@MainActor private final class WeakModel {
  @WeakInstance(name) var text
}
private let weakModel = "WeakModel (VialTestingTests/LiveUseReportTests.swift:\(#line - 2))"

@MainActor private func publish(_ text: String) -> Injection<String> {
  Injection(strategy: .singleton, instance: text, fileID: app)
}
private let publishLine = #line - 2

extension Int {
  @MainActor fileprivate func resolveName() { _ = name.resolve() }
}

/// The injections, requesters and tests that reports about live uses name.
@MainActor struct LiveUseReportTests {
  // MARK: Identity

  @Test func injectionsPublishedByTheSameLineAreReportedSeparately() async throws {
    let (first, second) = (publish("first"), publish("second"))

    let issues = try await liveUseIssues {
      for _ in 0..<2 { expectEqual(first.resolve() + second.resolve(), "firstsecond") }
    }

    let text = LiveUseIssue("String", "\(file):\(publishLine)")
    expectEqual(issues, [text, text])
  }

  @Test("A test that has a name") func messageHasTheDisplayNameOfTheTest() async throws {
    let messages = try await liveUseMessages { expectEqual(name.resolve(), "live name") }

    expectEqual(messages.count, 1)
    expectEqual(messages.first?.contains("“A test that has a name”"), true)
  }

  @Test func allowLiveAppliesToOnlyOneOfTheInjectionsOfALine() async throws {
    let (first, second) = (publish("first"), publish("second"))

    let issues = try await liveUseIssues(under: .overrideScope { first.allowLive() }) {
      expectEqual(first.resolve() + second.resolve(), "firstsecond")
    }

    expectEqual(issues.count, 1)
  }

  @Test func equalKeysOfTwoFamiliesAreReportedSeparately() async throws {
    let families = (1...2).map { number in
      InjectionFamily<Int, Int>(strategy: .onDemand, fileID: app) { $0 * number }
    }

    let issues = try await liveUseIssues {
      for _ in 0..<2 { expectEqual(families.map { $0.resolve(7) }, [7, 14]) }
    }

    expectEqual(issues.count, 2)
  }

  /// A later injection may have the address of a deallocated one.
  @Test func deallocatedInjectionsDoNotPreventReportsOfLaterInjections() async throws {
    let issues = try await liveUseIssues {
      for number in 0..<50 {
        expectEqual(Injection(strategy: .onDemand, instance: number, fileID: app).resolve(), number)
        Injection(strategy: .onDemand, instance: number, fileID: app).allowLive()
      }
    }

    expectEqual(issues.count, 50)
  }

  // MARK: Forwarding

  @Test func overrideOutsideOfTheTestDoesNotPreventAReport() async throws {
    let injection = Injection(strategy: .singleton, instance: "live", fileID: app)

    let found = try await withOverrideScope {
      injection.override(with: "outside")
      return try await liveUseIssues { expectEqual(injection.resolve(), "live") }
    }

    expectEqual(found.count, 1)
  }

  @Test func dependencyOfAnOverridingInjectionIsReported() async throws {
    let other = Injection(strategy: .singleton, instance: "other of \(name.resolve())", fileID: app)
    let injection = Injection(strategy: .singleton, instance: "live", fileID: app)

    let issues = try await liveUseIssues {
      injection.override(with: other)
      expectEqual(injection.resolve(), "other of live name")
    }

    expectEqual(issues.map(\.declaration), ["String (\(file):\(nameLine))"])
  }

  @Test func overridingInjectionIsReportedWhenTheTestResolvesIt() async throws {
    let other = Injection(strategy: .singleton, instance: "other", fileID: app)
    let injection = Injection(strategy: .singleton, instance: "live", fileID: app)

    let issues = try await liveUseIssues {
      injection.override(with: other)
      expectEqual(injection.resolve() + other.resolve(), "otherother")
    }

    expectEqual(issues.count, 1)
  }

  @Test func familyThatAnotherFamilyIsOverriddenWithIsNotReported() async throws {
    let users = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) { "live \($0)" }
    let fakeUsers = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) { "fake \($0)" }

    let issues = try await liveUseIssues {
      users.override(with: fakeUsers)
      expectEqual(users.resolve(1), "fake 1")
    }

    expect(issues.isEmpty)
  }

  @Test func dependencyOfAFamilyThatAnotherFamilyIsOverriddenWithIsReported() async throws {
    let users = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) { "live \($0)" }

    let issues = try await liveUseIssues {
      users.override(with: numbers)
      expectEqual(users.resolve(1), "live 1 of live name")
    }

    expectEqual(issues.map(\.declaration), ["String (\(file):\(nameLine))"])
  }

  @Test func familyThatAClosureOfAnOverrideResolvesIsReported() async throws {
    let users = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) { "live \($0)" }
    let others = InjectionFamily<Int, String>(strategy: .singleton, fileID: app) { "other \($0)" }

    let issues = try await liveUseIssues {
      users.override(with: { key in "decorated " + others.resolve(key) })
      expectEqual(users.resolve(1), "decorated other 1")
    }

    expectEqual(issues.count, 1)
  }

  @Test func overrideWithAnAllowedInjectionRecordsNoIssue() async throws {
    let allowed = Injection(strategy: .singleton, instance: "allowed", fileID: app)
    let injection = Injection(strategy: .singleton, instance: "live", fileID: app)

    let issues = try await liveUseIssues(
      under: .overrideScope {
        injection.override(with: allowed)
        allowed.allowLive()
      }
    ) {
      expectEqual(injection.resolve(), "allowed")
    }

    expect(issues.isEmpty)
  }

  @Test func provisionWithAnAllowedInjectionRecordsNoIssue() async throws {
    let allowed = Injection(strategy: .singleton, instance: "allowed", fileID: app)
    let required = Injection<String>.required("a text", fileID: app)
    required.provide(with: allowed)

    let issues = try await liveUseIssues(under: .overrideScope { allowed.allowLive() }) {
      expectEqual(required.resolve(), "allowed")
    }

    expect(issues.isEmpty)
  }

  // MARK: Requesters

  @Test func plainResolveHasNoRequester() async throws {
    let issues = try await liveUseIssues { _ = name.resolve() }

    expectEqual(issues, [LiveUseIssue("String", "\(file):\(nameLine)")])
  }

  #if DEBUG && os(Linux)
  /// Runs live uses whose callers are found, also if other tests have spent the time for it.
  ///
  /// Later live uses of the process are reported without their callers, which take seconds to find.
  private func findingCallers(_ body: () -> Void) {
    Caller.budget = TimeBudget(.seconds(60))
    body()
    Caller.budget = TimeBudget(.zero)
  }

  @Test func callerIsNamedInTheReportOfEachIteration() async throws {
    let family = InjectionFamily<Int, Int>(strategy: .onDemand, fileID: app) { $0 }

    let messages = try await liveUseMessages { findingCallers { for key in 1...2 { _ = family.resolve(key) } } }

    let line = #line - 2
    expectEqual(messages.count, 2)
    for message in messages {
      let caller = message.firstMatch(of: /Called by: .*\(VialTestingTests\/LiveUseReportTests\.swift:(\d+)\)/)?.1
      expectEqual(caller, "\(line)", message)
    }
  }

  /// The name of a method of `Int` does not begin with its module.
  @Test func callerInAnExtensionOfTheStandardLibraryIsNamedWithoutItsModule() async throws {
    let messages = try await liveUseMessages { findingCallers { 1.resolveName() } }

    let caller = "Called by: Int.resolveName() (Unknown/LiveUseReportTests.swift:"
    expectEqual(messages.first?.contains(caller), true, "\(messages)")
  }
  #endif

  @Test func factoryIsTheRequesterOfItsDependency() async throws {
    let issues = try await liveUseIssues(under: .overrideScope { city.allowLive() }) { _ = city.resolve() }

    expectEqual(issues, [LiveUseIssue("String", "\(file):\(nameLine)", neededBy: "String (\(file):\(cityLine))")])
  }

  /// An override of the reported injection replaces its dependencies, too.
  @Test func reportOfAnInjectionListsWhatItNeeds() async throws {
    let messages = try await liveUseMessages { _ = city.resolve() }

    expectEqual(messages.count, 1)
    expectEqual(messages.first?.contains("    It needs live: String (\(file):\(nameLine))"), true)
  }

  @Test func reportOfAnInjectionCountsWhatItNeeds() async throws {
    let needed = (0..<5).map { Injection(strategy: .singleton, instance: $0, fileID: app, line: $0 + 1) }
    let sum = Injection(strategy: .singleton, fileID: app) { needed.map { $0.resolve() }.reduce(0, +) }

    let messages = try await liveUseMessages { _ = sum.resolve() }

    expectEqual(messages.count, 1)
    let needs = "UInt (\(file):1), UInt (\(file):2), UInt (\(file):3) and 2 more"
    expectEqual(messages.first?.contains(needs), true, "\(messages)")
  }

  @Test func neededInjectionIsReportedWhenTheTestUsesItItself() async throws {
    let issues = try await liveUseIssues {
      _ = city.resolve()
      _ = name.resolve()
    }

    expectEqual(issues.map(\.declaration), ["String (\(file):\(cityLine))", "String (\(file):\(nameLine))"])
  }

  @Test func factoryOfAFamilyIsTheRequesterWithItsKey() async throws {
    let issues = try await liveUseIssues(
      under: .overrideScope {
        numbers[7].override(with: "mock")
        numbers.allowLive()
      }
    ) {
      _ = numbers.resolve(8)
    }

    expectEqual(
      issues,
      [
        LiveUseIssue(
          "String",
          "\(file):\(nameLine)",
          neededBy: "String[8] (\(file):\(numbersLine))"
        )
      ]
    )
  }

  @Test func overrideIsNamedAsTheInjectionThatItOverrides() async throws {
    let issues = try await liveUseIssues {
      city.override(with: "mock of \(name.resolve())")
      expectEqual(city.resolve(), "mock of live name")
    }

    expectEqual(
      issues,
      [
        LiveUseIssue("String", "\(file):\(nameLine)", neededBy: "String (\(file):\(cityLine))")
      ]
    )
  }

  @Test func ownerOfAConsumerIsTheRequester() async throws {
    let ofAClass = try await liveUseIssues { _ = Model().text }
    let ofAStruct = try await liveUseIssues { _ = Value().text }
    let ofAWeakOne = try await liveUseIssues { _ = WeakModel().text }

    let place = "\(file):\(nameLine)"
    expectEqual(ofAClass, [LiveUseIssue("String", place, neededBy: model)])
    expectEqual(ofAStruct, [LiveUseIssue("String", place, neededBy: value)])
    expectEqual(ofAWeakOne, [LiveUseIssue("String", place, neededBy: weakModel)])
  }

  @Test func consumerOfAFunctionIsTheRequesterByItsLine() async throws {
    let issues = try await liveUseIssues {
      let consumer = Instance(name)
      _ = consumer()
    }

    expectEqual(issues.first?.requester, "the consumer at VialTestingTests/LiveUseReportTests.swift:\(#line - 4)")
  }

  @Test func consumerInAFactoryIsTheRequester() async throws {
    let own = Injection(strategy: .singleton, instance: Model().text, fileID: app)

    let issues = try await liveUseIssues(
      under: .overrideScope { own.override(with: Model().text) }
    ) {
      expectEqual(own.resolve(), "live name")
    }

    expectEqual(issues, [LiveUseIssue("String", "\(file):\(nameLine)", neededBy: model)])
  }

  @Test func consumerThatIsReadInADetachedTaskIsTheRequester() async throws {
    let issues = try await liveUseIssues(waitingFor: 1) {
      let model = Model()
      _ = await Task.detached { await model.text }.value
    }

    expectEqual(issues, [LiveUseIssue("String", "\(file):\(nameLine)", neededBy: model)])
  }

  // MARK: Required injections

  @Test func requirementIsNotReportedWhenItsProviderIsOverridden() async throws {
    let live = Injection(strategy: .singleton, instance: "live", fileID: app)
    let required = Injection<String>.required("a name", fileID: app)
    required.provide(with: live)

    let issues = try await liveUseIssues(
      under: .overrideScope { live.override(with: "mock") }
    ) {
      expectEqual(required.resolve(), "mock")
    }

    expect(issues.isEmpty)
  }

  @Test func chainOfProvidersIsReportedOnlyIfItsEndIsLive() async throws {
    let live = Injection(strategy: .singleton, instance: "live", fileID: app)
    let inner = Injection<String>.required("a name", fileID: app)
    let outer = Injection<String>.required("a name", fileID: app)
    inner.provide(with: live)
    outer.provide(with: inner)

    let mocked = try await liveUseIssues(
      under: .overrideScope { live.override(with: "mock") }
    ) {
      expectEqual(outer.resolve(), "mock")
    }
    let unmocked = try await liveUseIssues { expectEqual(outer.resolve(), "live") }

    expect(mocked.isEmpty)
    expectEqual(unmocked.count, 1)
  }

  @Test func implementationThatTheTestProvidesIsReported() async throws {
    let live = Injection(strategy: .singleton, instance: "live", fileID: app)
    let required = Injection<String>.required("a name", fileID: app)

    let issues = try await liveUseIssues {
      required.provide(with: live)
      expectEqual(required.resolve(), "live")
      live.override(with: "mock")
      expectEqual(required.resolve(), "mock")
    }

    expectEqual(issues.count, 1)
  }

  @Test func allowedRequirementAllowsTheDependenciesOfItsProvider() async throws {
    let live = Injection(strategy: .singleton, instance: "live of \(name.resolve())", fileID: app)
    let required = Injection<String>.required("a name", fileID: app)
    required.provide(with: live)

    let issues = try await liveUseIssues(under: .overrideScope { required.allowLive(includingDependencies: true) }) {
      expectEqual(required.resolve(), "live of live name")
    }

    expect(issues.isEmpty)
  }
}
