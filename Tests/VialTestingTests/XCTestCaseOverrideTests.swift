import Vial
import VialTesting
import XCTest

@MainActor private let greeting = Injection(strategy: .singleton, instance: "live")
@MainActor private let farewell = Injection(strategy: .shared, instance: "bye")

/// What `setUp()` overrides is undone after each test (rule 19).
final class SynchronousSetUpTests: XCTestCase {
  override func setUp() {
    override(greeting, with: "set up")
    override(farewell, with: { "[\($0)]" })
  }

  override func tearDown() {
    // The teardown blocks have run: nothing is left for the next test.
    MainActor.assumeIsolated {
      XCTAssertFalse(greeting.isOverridden)
      XCTAssertFalse(farewell.isOverridden)
    }
  }

  func testReadsTheOverride() async {
    let resolved = await (greeting.resolve(), farewell.resolve())
    XCTAssertEqual(resolved.0, "set up")
    XCTAssertEqual(resolved.1, "[bye]")
  }

  func testOverridesFromANonisolatedBody() async {
    override(greeting, with: { _ in "body" })
    let resolved = await greeting.resolve()
    XCTAssertEqual(resolved, "body")
  }

  func testSynchronousBody() {
    override(greeting, with: "sync")
    XCTAssertEqual(MainActor.assumeIsolated { greeting.resolve() }, "sync")
  }
}

final class AsynchronousSetUpTests: XCTestCase {
  override func setUp() async throws {
    override(greeting, with: "set up")
  }

  override func tearDown() async throws {
    let isOverridden = await greeting.isOverridden
    XCTAssertFalse(isOverridden)
  }

  func testReadsTheOverride() async {
    let resolved = await greeting.resolve()
    XCTAssertEqual(resolved, "set up")
  }
}

@MainActor
final class MainActorSetUpTests: XCTestCase {
  override func setUp() async throws {
    override(greeting, with: "set up")
    override(farewell, with: Injection(strategy: .onDemand, instance: "other"))
  }

  func testReadsTheOverride() async {
    XCTAssertEqual(greeting.resolve(), "set up")
    XCTAssertEqual(farewell.resolve(), "other")
    override(greeting, with: "body")
    XCTAssertEqual(greeting.resolve(), "body")
  }
}
