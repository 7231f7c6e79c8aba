import Vial
import VialTesting
import XCTest

@MainActor private final class Service {
  let name: String
  init(_ name: String) { self.name = name }
}

@MainActor private let service = Injection(strategy: .singleton, instance: Service("live"))

@MainActor private final class Model {
  @Instance(service) var dependency
}

/// What remains of the scope of an XCTest test: what somebody holds, and nothing else (rule 22).
final class XCTestScopeLifetimeTests: XCTestCase {
  @MainActor private weak static var scope: OverrideScope?
  @MainActor private weak static var mock: Service?
  @MainActor private static var kept: Model?
  @MainActor private static var late: Task<String, Never>?

  override func invokeTest() {
    inOverrideScope { super.invokeTest() }
    MainActor.assumeIsolated {
      if let kept = Self.kept {
        XCTAssertEqual(Self.scope?.hasEnded, true)
        XCTAssertNil(Self.mock, "The end of a scope lets go of what it has cached.")
        XCTAssertEqual(kept.dependency.name, "mock")
      }
      Self.kept = nil
    }
    XCTAssertTrue(isSoon { Self.scope == nil }, "The scope is alive after its test.")
    XCTAssertTrue(isSoon { Self.mock == nil }, "An instance is alive after its test.")
  }

  override func setUp() {
    MainActor.assumeIsolated {
      Self.scope = OverrideScope.current
      XCTAssertNotNil(Self.scope)
      service.override(with: Service("mock"))
      Self.mock = service.resolve()
    }
  }

  func testSynchronousBody() {
    MainActor.assumeIsolated { XCTAssertTrue(Model().dependency === Self.mock) }
  }

  func testAsynchronousBody() async {
    let name = await Task { @MainActor in Model().dependency.name }.value
    XCTAssertEqual(name, "mock")
  }

  func testOverrideOfTheTestCase() {
    override(service, with: Service("override"))
    MainActor.assumeIsolated { XCTAssertEqual(service.resolve().name, "override") }
  }

  func testAModelThatIsKept() {
    MainActor.assumeIsolated { Self.kept = Model() }
  }

  func testATaskThatRunsOn() async {
    await MainActor.run {
      _ = Task {
        for _ in 0..<20 { await Task.yield() }
        XCTAssertEqual(service.resolve().name, "mock")
      }
    }
  }

  /// Waits for tasks that are over and have not been released yet.
  private func isSoon(_ condition: @escaping @MainActor () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 10)
    while Date() < deadline {
      if MainActor.assumeIsolated(condition) { return true }
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.001))
    }
    return false
  }
}
