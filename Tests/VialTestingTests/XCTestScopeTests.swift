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

/// Nothing of the tests is outside, and nothing outside is in the way of the next.
@MainActor private func checkOutside(line: UInt = #line) {
  XCTAssertNil(OverrideScope.current, line: line)
  XCTAssertNil(live.current, line: line)
  XCTAssertNil(mocked.current, line: line)
  XCTAssertFalse(mocked.isOverridden, line: line)
}

/// Builds the instances of a test, which is the first to do so in its scope.
@MainActor private func checkInside(mock: String, line: UInt = #line) {
  XCTAssertNil(live.current, line: line)
  let model = Model()
  XCTAssertEqual(model.liveService.name, "live", line: line)
  XCTAssertEqual(model.mockedService.name, mock, line: line)
  XCTAssertTrue(live.resolve() === model.liveService, line: line)
}

/// A scope for each test of a class, `setUp` and `tearDown` included (rules 19 to 21).
final class XCTestScopeTests: XCTestCase {
  private var hasRun = false

  override func invokeTest() {
    MainActor.assumeIsolated { checkOutside() }
    inOverrideScope { super.invokeTest() }
    MainActor.assumeIsolated { checkOutside() }
    XCTAssertTrue(hasRun)
  }

  override func setUp() async throws {
    await MainActor.run { _ = mocked.override(with: Service("set up")) }
  }

  override func setUp() {
    MainActor.assumeIsolated {
      XCTAssertEqual(OverrideScope.current?.kind, .isolated)
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

  func testSynchronousBody() {
    MainActor.assumeIsolated { checkInside(mock: "set up again") }
  }

  func testAnotherSynchronousBody() {
    MainActor.assumeIsolated { checkInside(mock: "set up again") }
  }

  func testAsynchronousBody() async {
    await checkInside(mock: "set up again")
    await Task.yield()
    let mock = await mocked.resolve().name
    XCTAssertEqual(mock, "set up again")
  }

  @MainActor func testBodyOnTheMainActor() async {
    checkInside(mock: "set up again")
    await Task.yield()
    let inTask = await Task { live.resolve() }.value
    XCTAssertTrue(inTask === live.resolve())
  }

  func testDetachedTaskThatContinuesTheScope() async {
    let scope = OverrideScope.current
    await Task.detached {
      await scope?.run { await checkInside(mock: "set up again") }
    }.value
  }
}

/// An inheriting scope for each test sees what the class has overridden outside (rule 21).
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
      checkOutside()
    }
  }

  override func invokeTest() {
    inOverrideScope(.inheriting) { super.invokeTest() }
    MainActor.assumeIsolated {
      XCTAssertNil(OverrideScope.current)
      XCTAssertNil(live.current)
      XCTAssertNil(mocked.current)
      XCTAssertEqual(mocked.overrideCount, 1)
    }
  }

  override func setUp() {
    MainActor.assumeIsolated {
      XCTAssertEqual(OverrideScope.current?.kind, .inheriting)
      XCTAssertEqual(mocked.overrideCount, 1)
      mocked.override(with: { Service("\($0.name), test") })
    }
  }

  func testSynchronousBody() {
    MainActor.assumeIsolated {
      checkInside(mock: "class, test")
      XCTAssertTrue(Self.reused.resolve() === Self.outside)
    }
  }

  func testAsynchronousBody() async {
    await checkInside(mock: "class, test")
    await MainActor.run { XCTAssertTrue(Self.reused.resolve() === Self.outside) }
  }

  func testARollbackStaysInTheTest() async {
    await MainActor.run {
      XCTAssertTrue(mocked.rollbackOverride())
      XCTAssertFalse(mocked.rollbackOverride())
      checkInside(mock: "class")
    }
  }
}

/// A class on the main actor has scopes too, its own `setUp` among them (rules 19 to 21).
@MainActor
final class MainActorXCTestScopeTests: XCTestCase {
  private var model: Model?

  override func invokeTest() {
    inOverrideScope { super.invokeTest() }
    MainActor.assumeIsolated { checkOutside() }
  }

  override func setUp() async throws {
    mocked.override(with: Service("set up"))
    model = Model()
  }

  override func tearDown() async throws {
    XCTAssertEqual(mocked.resolve().name, "set up")
    XCTAssertTrue(model?.mockedService === mocked.resolve())
    // XCTest keeps the test case until the run is over, and the model would keep the scope.
    model = nil
  }

  func testAModelOfSetUpBelongsToTheTest() async {
    checkInside(mock: "set up")
    XCTAssertTrue(model?.liveService === live.resolve())
  }

  func testAnotherModelOfSetUpBelongsToAnotherTest() async throws {
    await Task.yield()
    XCTAssertFalse(model?.$liveService.isResolved ?? true)
    checkInside(mock: "set up")
    XCTAssertTrue(model?.liveService === live.resolve())
  }
}

/// Scopes of a class and of its superclass compose as traits do (rules 21 and 23).
final class NestedXCTestScopeTests: XCTestCase {
  override func invokeTest() {
    inOverrideScope {
      MainActor.assumeIsolated {
        mocked.override(with: Service("around"))
        live.allowLive()
      }
      inOverrideScope(.strict) { super.invokeTest() }
    }
    MainActor.assumeIsolated { checkOutside() }
  }

  /// Whatever is live here, and is not allowed, would fail the test.
  func testTheInnerScopeSeesTheOuterOne() async {
    await checkInside(mock: "around")
    let count = await mocked.overrideCount
    XCTAssertEqual(count, 1)
  }

  func testTheInnerScopeMayOverrideToo() {
    override(mocked, with: { Service("\($0.name), inside") })
    MainActor.assumeIsolated { checkInside(mock: "around, inside") }
  }
}
