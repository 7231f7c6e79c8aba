import Vial
import VialTesting
import XCTest

@MainActor private final class Service {
  let name: String
  init(_ name: String) { self.name = name }
}

@MainActor private let live = Injection(strategy: .singleton, instance: Service("live"))
@MainActor private let mocked = Injection(strategy: .singleton, instance: Service("live"))

@MainActor private final class Model {
  @Instance(live) var liveService
  @Instance(mocked) var mockedService
}

/// Expects that the current scope is the global one, without instances and overrides of the tests.
@MainActor private func expectCleanGlobalScope(line: UInt = #line) {
  XCTAssertTrue(OverrideScope.current.isGlobal, line: line)
  XCTAssertNil(live.current, line: line)
  XCTAssertNil(mocked.current, line: line)
  XCTAssertFalse(mocked.isOverridden, line: line)
}

/// Expects that the scope has built no instance yet, and builds the instances.
@MainActor private func expectFreshInstances(mock: String, line: UInt = #line) {
  XCTAssertNil(live.current, line: line)
  let model = Model()
  XCTAssertEqual(model.liveService.name, "live", line: line)
  XCTAssertEqual(model.mockedService.name, mock, line: line)
  XCTAssertTrue(live.resolve() === model.liveService, line: line)
}

/// A scope for each test of a class, which includes `setUp` and `tearDown`.
final class XCTestScopeTests: XCTestCase {
  private var hasRun = false

  override func invokeTest() {
    MainActor.assumeIsolated { expectCleanGlobalScope() }
    inOverrideScope { super.invokeTest() }
    MainActor.assumeIsolated { expectCleanGlobalScope() }
    XCTAssertTrue(hasRun)
  }

  override func setUp() async throws {
    await MainActor.run { _ = mocked.override(with: Service("set up")) }
  }

  override func setUp() {
    MainActor.assumeIsolated {
      XCTAssertEqual(OverrideScope.current.kind, .isolated)
      XCTAssertEqual(mocked.overrideCount, 1)
      mocked.override(with: { Service("\($0.name) again") })
    }
  }

  override func tearDown() {
    hasRun = true
    MainActor.assumeIsolated {
      XCTAssertEqual(mocked.resolve().name, "set up again")
      XCTAssertNotNil(live.current)
    }
  }

  override func tearDown() async throws {
    let mock = await mocked.resolve().name
    XCTAssertEqual(mock, "set up again")
  }

  func testSynchronousTestRunsInItsScope() {
    MainActor.assumeIsolated { expectFreshInstances(mock: "set up again") }
  }

  func testAnotherSynchronousTestRunsInAnotherScope() {
    MainActor.assumeIsolated { expectFreshInstances(mock: "set up again") }
  }

  func testAsynchronousTestRunsInItsScope() async {
    await expectFreshInstances(mock: "set up again")
    await Task.yield()
    let mock = await mocked.resolve().name
    XCTAssertEqual(mock, "set up again")
  }

  @MainActor func testMainActorTestRunsInItsScope() async {
    expectFreshInstances(mock: "set up again")
    await Task.yield()
    let inTask = await Task { live.resolve() }.value
    XCTAssertTrue(inTask === live.resolve())
  }

  func testDetachedTaskRunsInTheScope() async {
    let scope = OverrideScope.current
    await Task.detached {
      await scope.run { await expectFreshInstances(mock: "set up again") }
    }.value
  }
}

/// An inheriting scope for each test, which sees the global override of the class.
final class InheritingXCTestScopeTests: XCTestCase {
  @MainActor private static var outside: Service?
  @MainActor private static let reused = Injection(strategy: .singleton, instance: Service("live"))

  override class func setUp() {
    MainActor.assumeIsolated {
      outside = reused.resolve()
      mocked.override(with: Service("class"))
    }
  }

  override class func tearDown() {
    MainActor.assumeIsolated {
      XCTAssertTrue(mocked.rollbackOverride())
      expectCleanGlobalScope()
    }
  }

  override func invokeTest() {
    inOverrideScope(.inheriting) { super.invokeTest() }
    MainActor.assumeIsolated {
      XCTAssertTrue(OverrideScope.current.isGlobal)
      XCTAssertNil(live.current)
      XCTAssertNil(mocked.current)
      XCTAssertEqual(mocked.overrideCount, 1)
    }
  }

  override func setUp() {
    MainActor.assumeIsolated {
      XCTAssertEqual(OverrideScope.current.kind, .inheriting)
      XCTAssertEqual(mocked.overrideCount, 1)
      mocked.override(with: { Service("\($0.name), test") })
    }
  }

  func testSynchronousTestRunsInItsScope() {
    MainActor.assumeIsolated {
      expectFreshInstances(mock: "class, test")
      XCTAssertTrue(Self.reused.resolve() === Self.outside)
    }
  }

  func testAsynchronousTestRunsInItsScope() async {
    await expectFreshInstances(mock: "class, test")
    await MainActor.run { XCTAssertTrue(Self.reused.resolve() === Self.outside) }
  }

  func testRollbackDoesNotReachTheOverrideOfTheClass() async {
    await MainActor.run {
      XCTAssertTrue(mocked.rollbackOverride())
      XCTAssertFalse(mocked.rollbackOverride())
      expectFreshInstances(mock: "class")
    }
  }
}

/// A scope for each test of a class that is isolated to the main actor, which includes `setUp`.
@MainActor
final class MainActorXCTestScopeTests: XCTestCase {
  private var model: Model?

  override func invokeTest() {
    inOverrideScope { super.invokeTest() }
    MainActor.assumeIsolated { expectCleanGlobalScope() }
  }

  override func setUp() async throws {
    mocked.override(with: Service("set up"))
    model = Model()
  }

  override func tearDown() async throws {
    XCTAssertEqual(mocked.resolve().name, "set up")
    XCTAssertTrue(model?.mockedService === mocked.resolve())
    // XCTest retains the test case until the end of the run, and the model would retain the scope.
    model = nil
  }

  func testModelOfSetUpBelongsToTheScopeOfTheTest() async {
    expectFreshInstances(mock: "set up")
    XCTAssertTrue(model?.liveService === live.resolve())
  }

  func testModelOfSetUpIsNotSharedWithAnotherTest() async throws {
    await Task.yield()
    XCTAssertFalse(model?.$liveService.isResolved ?? true)
    expectFreshInstances(mock: "set up")
    XCTAssertTrue(model?.liveService === live.resolve())
  }
}

/// Nested scopes of a class compose like traits.
final class NestedXCTestScopeTests: XCTestCase {
  override func invokeTest() {
    inOverrideScope {
      MainActor.assumeIsolated {
        _ = mocked.override(with: Service("around"))
      }
      inOverrideScope { super.invokeTest() }
    }
    MainActor.assumeIsolated { expectCleanGlobalScope() }
  }

  /// A live resolve that is not allowed would fail this test.
  func testInnerScopeSeesTheOuterScope() async {
    await expectFreshInstances(mock: "around")
    let count = await mocked.overrideCount
    XCTAssertEqual(count, 1)
  }

  func testInnerScopeDecoratesTheOverrideOfTheOuterScope() {
    overrideDuringTest { mocked.override(with: { Service("\($0.name), inside") }) }
    MainActor.assumeIsolated { expectFreshInstances(mock: "around, inside") }
  }
}
