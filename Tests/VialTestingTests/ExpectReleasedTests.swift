import Testing
import Vial
import VialTesting

private final class Service {}

@MainActor private let service = Injection(strategy: .shared, instance: Service())
private let line = #line - 1

@MainActor private final class Model {
  @Instance(service) var dependency
}

/// `expectReleased` in tests of Swift Testing.
@Suite(.overrideScope)
@MainActor struct ExpectReleasedTests {
  @Test func expectReleasedPassesBeforeAnythingIsBuilt() {
    expectReleased(service)
  }

  @Test func expectReleasedPassesAfterTheConsumersAreDeallocated() {
    var model: Model? = Model()
    expect(model?.dependency === service.current)

    model = nil

    expectReleased(service)
  }

  @Test func expectReleasedNamesTheInjectionOfALiveInstance() {
    let model = Model()
    _ = model.dependency

    let expectation = #line + 2
    withKnownIssue {
      expectReleased(service)
    } matching: { issue in
      issue.sourceLocation?.line == expectation
        && issue.sourceLocation?.fileID == "VialTestingTests/ExpectReleasedTests.swift"
        && issue.comments.contains { comment in
          comment.rawValue.hasPrefix("An instance that should have been released is alive.")
            && comment.rawValue.contains(
              "Service (VialTestingTests/ExpectReleasedTests.swift:\(line)), shared, cached"
            )
        }
    }

    withExtendedLifetime(model) {}
  }

  @Test func expectReleasedFailsForASingletonThatWasBuilt() {
    let singleton = Injection(strategy: .singleton, instance: Service())
    expectReleased(singleton)
    _ = singleton.resolve()

    withKnownIssue { expectReleased(singleton) }
  }

  @Test func expectReleasedExaminesTheOverrideInForce() {
    let model = Model()
    service.override(with: Service())
    _ = model.dependency

    withKnownIssue { expectReleased(service) }

    model.$dependency.reset()
    expectReleased(service)
  }

  @Test func expectReleasedNamesTheInjectionThatProvidesForAnother() {
    let target = Injection(strategy: .shared, instance: Service())
    let targetDeclaration = "Service (VialTestingTests/ExpectReleasedTests.swift:\(#line - 1))"
    service.override(with: target)

    withKnownIssue {
      expectReleased(service)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains(targetDeclaration) }
    }
    expectReleased(target)
  }
}
