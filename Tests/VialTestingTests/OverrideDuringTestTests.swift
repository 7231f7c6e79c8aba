import Dispatch
import Testing
import Vial
import VialTesting
import XCTest

@MainActor private let greeting = Injection(strategy: .singleton, instance: "live")
@MainActor private let farewell = Injection(strategy: .shared, instance: "bye")
@MainActor private let family = InjectionFamily<Int, String>(strategy: .shared) { "live \($0)" }
@MainActor private let required = Injection<String>.required("a text")

/// `overrideDuringTest` in a class that is not isolated to the main actor.
final class OverrideDuringTestTests: XCTestCase {
  /// A scope that outlives each test.
  @MainActor private static let scope = OverrideScope(.isolated)

  /// The overrides and the provision that a test makes outside of `overrideDuringTest`.
  @MainActor private static var remaining: [Override] = []
  @MainActor private static var remainingProvision: Provision?

  /// The lines of the overrides that were rolled back during a test.
  @MainActor private static var rolledBackLines: [Int] = []

  override func setUp() {
    overrideDuringTest {
      greeting.override(with: "set up")
      farewell.override(with: { "[\($0)]" })
    }
  }

  /// XCTest runs the teardown blocks before this method.
  override func tearDown() {
    MainActor.assumeIsolated {
      XCTAssertEqual(greeting.overrideCount, Self.remaining.count)
      XCTAssertTrue(Self.remaining.allSatisfy { $0.rollback() })
      Self.remaining = []
      XCTAssertFalse(greeting.isOverridden)
      XCTAssertEqual(greeting.resolve(), "live")
      XCTAssertFalse(farewell.isOverridden)
      XCTAssertFalse(family.isOverridden)
      XCTAssertFalse(family[1].isOverridden)
      XCTAssertEqual(required.isProvided, Self.remainingProvision != nil)
      XCTAssertEqual(Self.remainingProvision?.withdraw() ?? true, true)
      Self.remainingProvision = nil
      Self.scope.run {
        XCTAssertFalse(greeting.isOverridden)
        XCTAssertFalse(required.isProvided)
      }
    }
  }

  // MARK: Where the method is called

  func testOverridesOfSetUpAreInForceInASynchronousTest() {
    MainActor.assumeIsolated {
      XCTAssertEqual(greeting.resolve(), "set up")
      XCTAssertEqual(farewell.resolve(), "[bye]")
    }
  }

  func testOverridesOfSetUpAreInForceInAnAsynchronousTest() async {
    let resolved = await [greeting.resolve(), farewell.resolve()]
    XCTAssertEqual(resolved, ["set up", "[bye]"])
  }

  func testSynchronousTestOverridesOnTopOfSetUp() {
    overrideDuringTest { greeting.override(with: { "\($0), body" }) }
    XCTAssertEqual(MainActor.assumeIsolated { greeting.resolve() }, "set up, body")
  }

  func testAsynchronousTestOverridesBetweenSuspensions() async {
    overrideDuringTest { greeting.override(with: { "\($0), first" }) }
    await Task.yield()
    overrideDuringTest { greeting.override(with: { "\($0), second" }) }
    let resolved = await greeting.resolve()
    XCTAssertEqual(resolved, "set up, first, second")
  }

  @MainActor func testMainActorTestOverridesOnTopOfSetUp() async {
    overrideDuringTest { greeting.override(with: "body") }
    await Task.yield()
    XCTAssertEqual(greeting.resolve(), "body")
    XCTAssertTrue(greeting.rollbackOverride())
    XCTAssertEqual(greeting.resolve(), "set up")
  }

  func testDispatchBlockOfAnotherThreadOverrides() async {
    nonisolated(unsafe) let test = self
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        test.overrideDuringTest { greeting.override(with: "other thread") }
        continuation.resume()
      }
    }
    let resolved = await greeting.resolve()
    XCTAssertEqual(resolved, "other thread")
  }

  func testBlockUsesAConstantCopyOfAProperty() {
    let mock = name
    overrideDuringTest { greeting.override(with: mock) }
    XCTAssertEqual(MainActor.assumeIsolated { greeting.resolve() }, name)
  }

  // MARK: The end of the test

  func testOverridesOfABlockAreRolledBackNewestFirst() {
    let observation = MainActor.assumeIsolated {
      Self.rolledBackLines = []
      return Injections.observe { event in
        if case .rolledBack(let override) = event {
          Self.rolledBackLines.append(override.callSite.line)
        }
      }
    }
    // XCTest runs the most recent teardown block first, so this block runs before the block of `setUp`.
    addTeardownBlock {
      MainActor.assumeIsolated {
        observation.cancel()
        XCTAssertEqual(Self.rolledBackLines, [3, 2, 1])
      }
    }
    overrideDuringTest {
      greeting.override(with: "first", line: 1)
      farewell.override(with: "second", line: 2)
      greeting.override(with: "third", line: 3)
    }
  }

  func testOverridesOutsideOfTheBlockStayInForce() {
    MainActor.assumeIsolated { Self.remaining.append(greeting.override(with: "below")) }
    overrideDuringTest { greeting.override(with: "of the block") }
    MainActor.assumeIsolated { Self.remaining.append(greeting.override(with: "above")) }
  }

  func testOverridesRolledBackByTheTestAreNotRolledBackTwice() {
    MainActor.assumeIsolated { Self.remaining.append(greeting.override(with: "below")) }
    overrideDuringTest { greeting.override(with: "of the block") }
    MainActor.assumeIsolated { XCTAssertTrue(greeting.rollbackOverride()) }
  }

  func testProvisionsAreWithdrawn() {
    overrideDuringTest { required.provide(with: "provided") }
    MainActor.assumeIsolated { XCTAssertEqual(required.resolve(), "provided") }
  }

  func testReplacementOfAProvisionOfTheBlockStaysInForce() {
    overrideDuringTest { required.provide(with: "provided") }
    MainActor.assumeIsolated {
      Self.remainingProvision = required.provide(with: "replacement")
      XCTAssertEqual(required.resolve(), "replacement")
    }
  }

  // MARK: Families

  func testOverrideOfAFamilyIsRolledBack() async {
    overrideDuringTest { family.override(with: { "mock \($0)" }) }
    let resolved = await [family.resolve(1), family.resolve(2)]
    XCTAssertEqual(resolved, ["mock 1", "mock 2"])
  }

  func testOverrideOfOneKeyIsRolledBack() async {
    overrideDuringTest { family[1].override(with: "mock") }
    let resolved = await [family.resolve(1), family.resolve(2)]
    XCTAssertEqual(resolved, ["mock", "live 2"])
  }

  // MARK: Scopes

  func testOverridesInAScopeThatOutlivesTheTestAreRolledBack() {
    overrideDuringTest {
      Self.scope.run {
        greeting.override(with: "in the scope")
        required.provide(with: "in the scope")
      }
    }
    MainActor.assumeIsolated {
      XCTAssertEqual(greeting.resolve(), "set up")
      XCTAssertFalse(required.isProvided)
      XCTAssertEqual(
        Self.scope.run { greeting.resolve() + required.resolve() },
        "in the scopein the scope"
      )
    }
  }

  @MainActor func testBlockOverridesInTheCurrentScope() async {
    await withOverrideScope {
      overrideDuringTest { greeting.override(with: "in the scope") }
      await Task.yield()
      XCTAssertEqual(greeting.resolve(), "in the scope")
    }
    XCTAssertEqual(greeting.resolve(), "set up")
  }

  func testBlockOverridesInTheCurrentScopeOfAnyThread() async {
    await withOverrideScope {
      overrideDuringTest { greeting.override(with: "in the scope") }
      let resolved = await greeting.resolve()
      XCTAssertEqual(resolved, "in the scope")
    }
    let resolved = await greeting.resolve()
    XCTAssertEqual(resolved, "set up")
  }
}

/// `overrideDuringTest` in an asynchronous `setUp`.
final class OverrideDuringAsynchronousTestTests: XCTestCase {
  override func setUp() async throws {
    overrideDuringTest { greeting.override(with: "set up") }
  }

  override func tearDown() async throws {
    let isOverridden = await greeting.isOverridden
    XCTAssertFalse(isOverridden)
  }

  func testOverrideOfAsynchronousSetUpIsInForce() async {
    let resolved = await greeting.resolve()
    XCTAssertEqual(resolved, "set up")
  }

  func testOverrideOfAsynchronousSetUpIsInForceInASynchronousTest() {
    XCTAssertEqual(MainActor.assumeIsolated { greeting.resolve() }, "set up")
  }
}

/// `overrideDuringTest` in a class that is isolated to the main actor.
@MainActor
final class OverrideDuringMainActorTestTests: XCTestCase {
  private let mock = "property of the test case"

  override func setUp() async throws {
    overrideDuringTest {
      greeting.override(with: "set up")
      farewell.override(with: Injection(strategy: .onDemand, instance: "other"))
    }
  }

  override func tearDown() async throws {
    XCTAssertFalse(greeting.isOverridden)
    XCTAssertFalse(farewell.isOverridden)
  }

  func testOverridesOfSetUpAreInForce() async {
    XCTAssertEqual(greeting.resolve(), "set up")
    XCTAssertEqual(farewell.resolve(), "other")
  }

  func testBlockUsesAPropertyOfTheTestCase() async {
    overrideDuringTest { greeting.override(with: self.mock) }
    XCTAssertEqual(greeting.resolve(), mock)
  }

  func testOverridesOfANestedBlockAreRolledBack() async {
    overrideDuringTest {
      greeting.override(with: "outer")
      self.overrideDuringTest { greeting.override(with: { "\($0), inner" }) }
    }
    XCTAssertEqual(greeting.resolve(), "outer, inner")
  }
}

/// `overrideDuringTest` in a process whose overrides are sealed.
///
/// A seal lasts until the process ends.
struct SealedOverrideDuringTestTests {
  @Test(.exitTest) func overrideDuringTestWorksAfterTheSeal() async {
    await #expect(processExitsWith: .success) {
      await Overrides.seal()
      testCase().overrideDuringTest {
        greeting.override(with: "mock")
        greeting.override(with: { original in original.resolve() + "!" })
        family.override(with: { "mock \($0)" })
        required.provide(with: "provided")
      }
      let resolved = await [greeting.resolve(), family.resolve(1), required.resolve()]
      precondition(resolved == ["mock!", "mock 1", "provided"])
    }
  }

  @Test(.exitTest) func overrideOutsideOfTheBlockStopsAfterTheSeal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Overrides.seal(fileID: "App/Main.swift", line: 10)
      testCase().overrideDuringTest { greeting.override(with: "mock") }
      await greeting.override(with: "late", fileID: "App/Late.swift", line: 7)
    }
    expectSealMessage(result)
  }

  @Test(.exitTest) func overrideMadeByAReplacementStopsAfterTheSeal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Overrides.seal(fileID: "App/Main.swift", line: 10)
      testCase().overrideDuringTest {
        greeting.override {
          farewell.override(with: "late", fileID: "App/Late.swift", line: 7)
          return "mock"
        }
      }
      _ = await greeting.resolve()
    }
    expectSealMessage(result)
  }

  private func expectSealMessage(_ result: ExitTest.Result?) {
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("overridden after the overrides were sealed"))
    expect(message.contains("App/Late.swift:7"))
    expect(message.contains("App/Main.swift:10"))
  }
}

/// A test case that does not run.
private func testCase() -> XCTestCase {
  #if canImport(Darwin)
  OverrideDuringTestTests()
  #else
  OverrideDuringTestTests(name: "test case", testClosure: { _ in })
  #endif
}
