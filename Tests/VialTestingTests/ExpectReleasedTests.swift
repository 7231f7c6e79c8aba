import Testing
import Vial
import VialTesting

private final class Service {}

@MainActor private let service = Injection(strategy: .shared, instance: Service())
private let line = #line - 1
@MainActor private let value = Injection(strategy: .shared, instance: "value")

@MainActor private final class Model {
  @Instance(service) var dependency
  @Instance(value) var text
}

/// What is alive, and who holds it (rule 2).
@Suite(.overrideScope)
@MainActor struct ExpectReleasedTests {
  @Test func nothingBuiltIsNothingAlive() {
    expectReleased(service)
  }

  @Test func passesWhenTheConsumersAreGone() {
    var model: Model? = Model()
    #expect(model?.dependency === service.current)
    #expect(model?.text == value.current)

    model = nil

    expectReleased(service)
    expectReleased(value)
  }

  @Test func whatIsHeldIsAnIssueThatNamesTheInjection() {
    let model = Model()
    _ = model.dependency

    let expectation = #line + 2
    withKnownIssue {
      expectReleased(service)
    } matching: { issue in
      issue.sourceLocation?.line == expectation
        && issue.sourceLocation?.fileID == "VialTestingTests/ExpectReleasedTests.swift"
        && issue.comments.map(\.rawValue) == [
          """
          An instance that should be released is alive. Let go of it before this line: a consumer \
          holds it, a closure, a task, or the strategy of the injection that provided it:
          Service (VialTestingTests/ExpectReleasedTests.swift:\(line)), shared, alive
          """
        ]
    }

    withExtendedLifetime(model) {}
  }

  @Test func aValueHeldByAConsumerIsAlive() {
    let model = Model()
    _ = model.text

    withKnownIssue { expectReleased(value) }

    withExtendedLifetime(model) {}
  }

  @Test func aSingletonIsAliveOnceBuilt() {
    let singleton = Injection(strategy: .singleton, instance: Service())
    expectReleased(singleton)
    _ = singleton.resolve()

    withKnownIssue { expectReleased(singleton) }
  }

  @Test func anOverrideIsLookedAtWhileItIsInForce() {
    let model = Model()
    service.override(with: Service())
    _ = model.dependency

    withKnownIssue { expectReleased(service) }

    model.$dependency.reset()
    expectReleased(service)
  }
}
