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

/// Overrides in a test that has a scope.
///
/// The overrides of `overrideDuringTest` end with the test. A model that outlives the test keeps the other overrides of
/// the scope.
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
    overrideDuringTest { service.override(with: Service("set up")) }
    MainActor.assumeIsolated {
      XCTAssertEqual(Overrides.active.count, 1)
      XCTAssertEqual(service.resolve().name, "set up")
    }
  }

  override func tearDown() {
    MainActor.assumeIsolated {
      XCTAssertEqual(Overrides.active.count, 1)
      XCTAssertEqual(service.resolve().name, "body")
    }
  }

  func testSynchronousTestOverridesInItsScope() {
    MainActor.assumeIsolated {
      service.override(with: Service("body"))
      XCTAssertEqual(service.overrideCount, 2)
      XCTAssertEqual(service.resolve().name, "body")
      Self.model = Model()
    }
  }

  func testAsynchronousTestOverridesInItsScope() async {
    await MainActor.run {
      service.override(with: { _ in Service("body") })
      Self.model = Model()
    }
    await Task.yield()
    let name = await service.resolve().name
    XCTAssertEqual(name, "body")
  }

  @MainActor func testMainActorTestOverridesInItsScope() async {
    service.override(with: Injection(strategy: .onDemand, instance: Service("body")))
    await Task.yield()
    XCTAssertEqual(service.resolve().name, "body")
    Self.model = Model()
  }
}
