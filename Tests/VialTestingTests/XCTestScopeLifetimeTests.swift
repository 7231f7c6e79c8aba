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

/// The scope of a test and its instances are deallocated unless something refers to them.
final class XCTestScopeLifetimeTests: XCTestCase {
  @MainActor private weak static var scope: OverrideScope?
  @MainActor private weak static var mock: Service?
  @MainActor private static var model: Model?

  override func invokeTest() {
    inOverrideScope { super.invokeTest() }
    MainActor.assumeIsolated {
      if let model = Self.model {
        XCTAssertEqual(Self.scope?.hasEnded, true)
        XCTAssertNil(Self.mock, "The end of a scope releases the instances that it has cached.")
        XCTAssertEqual(model.dependency.name, "mock")
      }
      Self.model = nil
    }
    XCTAssertTrue(waitsUntil { Self.scope == nil }, "The scope is alive after its test.")
    XCTAssertTrue(waitsUntil { Self.mock == nil }, "An instance is alive after its test.")
  }

  override func setUp() {
    MainActor.assumeIsolated {
      Self.scope = OverrideScope.current
      XCTAssertEqual(Self.scope?.isGlobal, false)
      service.override(with: Service("mock"))
      Self.mock = service.resolve()
    }
  }

  func testSynchronousTestReleasesItsScope() {
    MainActor.assumeIsolated { XCTAssertTrue(Model().dependency === Self.mock) }
  }

  func testAsynchronousTestReleasesItsScope() async {
    let name = await Task { @MainActor in Model().dependency.name }.value
    XCTAssertEqual(name, "mock")
  }

  func testOverrideDuringTestReleasesTheScope() {
    overrideDuringTest { service.override(with: Service("override")) }
    MainActor.assumeIsolated { XCTAssertEqual(service.resolve().name, "override") }
  }

  func testModelThatOutlivesTheTestKeepsTheOverride() {
    MainActor.assumeIsolated { Self.model = Model() }
  }

  func testTaskThatOutlivesTheTestKeepsTheOverride() async {
    await MainActor.run {
      _ = Task {
        for _ in 0..<20 { await Task.yield() }
        XCTAssertEqual(service.resolve().name, "mock")
      }
    }
  }

  /// Waits for the deallocation of tasks that have ended.
  private func waitsUntil(_ condition: @escaping @MainActor () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 10)
    while Date() < deadline {
      if MainActor.assumeIsolated(condition) { return true }
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.001))
    }
    return false
  }
}
