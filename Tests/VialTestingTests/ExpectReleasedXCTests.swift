import Vial
import VialTesting
import XCTest

private final class Service {}

@MainActor private let service = Injection(strategy: .shared, instance: Service())
private let declaration = #line - 1

@MainActor private final class Model {
  @Instance(service) var dependency
}

/// `expectReleased` in tests of XCTest.
final class ExpectReleasedXCTests: XCTestCase {
  /// The failures that are intercepted instead of recorded; `nil` records them.
  private nonisolated(unsafe) var intercepted: [(text: String, line: Int)]?

  #if canImport(ObjectiveC)
  override func record(_ issue: XCTIssue) {
    guard intercepted == nil else {
      intercepted?.append(
        (issue.compactDescription, issue.sourceCodeContext.location?.lineNumber ?? 0)
      )
      return
    }
    super.record(issue)
  }
  #else
  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    guard intercepted == nil else {
      intercepted?.append((description, lineNumber))
      return
    }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: expected
    )
  }
  #endif

  func testExpectReleasedPassesAfterTheConsumersAreDeallocated() async {
    await MainActor.run {
      do { _ = Model().dependency }
      expectReleased(service)
    }
  }

  func testExpectReleasedNamesTheInjectionOfALiveInstance() async throws {
    intercepted = []
    let expectation = #line + 4
    await MainActor.run {
      let model = Model()
      _ = model.dependency
      expectReleased(service)
      withExtendedLifetime(model) {}
    }

    let failures = try XCTUnwrap(intercepted)
    intercepted = nil

    XCTAssertEqual(failures.map(\.line), [expectation])
    let text = try XCTUnwrap(failures.first?.text)
    XCTAssertTrue(
      text.contains(
        "Service (VialTestingTests/ExpectReleasedXCTests.swift:\(declaration)), shared, cached"
      ),
      text
    )
    XCTAssertTrue(text.contains("An instance that should have been released is alive."), text)
  }
}
