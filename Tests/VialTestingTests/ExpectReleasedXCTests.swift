import Vial
import VialTesting
import XCTest

private final class Service {}

@MainActor private let service = Injection(strategy: .shared, instance: Service())
private let declaration = #line - 1

@MainActor private final class Model {
  @Instance(service) var dependency
}

final class ExpectReleasedXCTests: XCTestCase {
  /// The failures since it was set, which are then none of this test.
  private nonisolated(unsafe) var caught: [(text: String, line: Int)]?

  #if canImport(ObjectiveC)
  override func record(_ issue: XCTIssue) {
    guard caught == nil else {
      caught?.append((issue.compactDescription, issue.sourceCodeContext.location?.lineNumber ?? 0))
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
    guard caught == nil else {
      caught?.append((description, lineNumber))
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

  func testPassesWhenTheConsumersAreGone() async {
    await MainActor.run {
      do { _ = Model().dependency }
      expectReleased(service)
    }
  }

  func testWhatIsHeldIsAFailureThatNamesTheInjection() async throws {
    caught = []
    let expectation = #line + 4
    await MainActor.run {
      let model = Model()
      _ = model.dependency
      expectReleased(service)
      withExtendedLifetime(model) {}
    }

    let failures = try XCTUnwrap(caught)
    caught = nil

    XCTAssertEqual(failures.map(\.line), [expectation])
    let text = try XCTUnwrap(failures.first?.text)
    XCTAssertTrue(
      text.contains(
        "Service (VialTestingTests/ExpectReleasedXCTests.swift:\(declaration)), shared, alive"
      ),
      text
    )
    XCTAssertTrue(text.contains("An instance that should be released is alive."), text)
  }
}
