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

/// `override(_:with:)` of a test case acts on the test's scope, and what runs on after the test keeps
/// it (rules 19 and 22).
final class XCTestScopeOverrideTests: XCTestCase {
  @MainActor private static var model: Model?

  override func invokeTest() {
    MainActor.assumeIsolated { Self.model = nil }
    inOverrideScope { super.invokeTest() }
    MainActor.assumeIsolated {
      XCTAssertFalse(service.isOverridden)
      XCTAssertNil(service.current)
      XCTAssertEqual(Self.model?.dependency.name, "body")
      Self.model = nil
    }
  }

  override func setUp() {
    override(service, with: Service("set up"))
    MainActor.assumeIsolated {
      XCTAssertEqual(Overrides.active.count, 1)
      XCTAssertEqual(service.resolve().name, "set up")
    }
  }

  func testSynchronousBody() {
    override(service, with: Service("body"))
    MainActor.assumeIsolated {
      XCTAssertEqual(service.overrideCount, 2)
      XCTAssertEqual(service.resolve().name, "body")
      Self.model = Model()
    }
  }

  func testAsynchronousBody() async {
    override(service, with: { _ in Service("body") })
    await Task.yield()
    let name = await service.resolve().name
    XCTAssertEqual(name, "body")
    await MainActor.run { Self.model = Model() }
  }

  @MainActor func testBodyOnTheMainActor() async {
    override(service, with: Injection(strategy: .onDemand, instance: Service("body")))
    await Task.yield()
    XCTAssertEqual(service.resolve().name, "body")
    Self.model = Model()
  }
}
