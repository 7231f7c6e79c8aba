import Dispatch
import Vial
import VialTesting
import XCTest

private final class Service {
  var key: String
  init(_ key: String) { self.key = key }
}

@MainActor private let service = Injection(strategy: .singleton, instance: Service("live"))
@MainActor private let recorded = Injection(strategy: .shared, instance: Service("recorded"))
@MainActor private let family = InjectionFamily<Int, String>(strategy: .shared) { "live \($0)" }

/// Each spelling of `override(_:with:)`, from test methods of every isolation.
final class XCTestCaseOverrideOverloadTests: XCTestCase {
  override func tearDown() {
    MainActor.assumeIsolated {
      XCTAssertFalse(service.isOverridden)
      XCTAssertFalse(family[1].isOverridden)
    }
  }

  func testInstance() {
    override(service, with: Service("mock"))

    MainActor.assumeIsolated {
      XCTAssertEqual(service.resolve().key, "mock")
      XCTAssertTrue(service.resolve() === service.resolve())
    }
  }

  func testInstanceWithAStrategy() {
    override(service, with: Service("mock"), strategy: .onDemand)

    MainActor.assumeIsolated {
      XCTAssertFalse(service.resolve() === service.resolve())
    }
  }

  func testInstanceThatSeveralStatementsMake() {
    let mock = Service("mock")
    mock.key += "ed"
    nonisolated(unsafe) let made = mock
    override(service, with: made)

    MainActor.assumeIsolated { XCTAssertTrue(service.resolve() === made) }
  }

  func testIgnoredParameterBuildsNoOriginal() {
    override(service, with: { _ in Service("mock") })

    MainActor.assumeIsolated {
      XCTAssertEqual(service.resolve().key, "mock")
      service.override(with: { $0 }).rollback()
      XCTAssertNil(service.current.flatMap { $0.key == "live" ? $0 : nil })
    }
  }

  func testOriginal() {
    override(service, with: { original in Service("[\(original.resolve().key)]") })
    override(service, with: { original in Service("<\(original.resolve().key)>") })

    MainActor.assumeIsolated { XCTAssertEqual(service.resolve().key, "<[live]>") }
  }

  func testOriginalValueWithAStrategy() {
    override(
      service,
      with: { service in
        let copy = Service(service.key)
        copy.key += " with a key"
        return copy
      },
      strategy: .onDemand
    )

    MainActor.assumeIsolated {
      XCTAssertEqual(service.resolve().key, "live with a key")
      XCTAssertFalse(service.resolve() === service.resolve())
    }
  }

  func testOtherInjection() {
    override(service, with: recorded)

    MainActor.assumeIsolated {
      let held = recorded.resolve()
      XCTAssertTrue(service.resolve() === held)
    }
  }

  func testOneKeyOfAFamily() async {
    override(family[1], with: "one")

    let resolved = await [family.resolve(1), family.resolve(2)]
    XCTAssertEqual(resolved, ["one", "live 2"])
  }

  func testAsynchronousBodyOffTheMainActor() async {
    override(service, with: Service("first"))
    await Task.yield()
    override(service, with: { Service("\($0.key), second") })

    let key = await MainActor.run { service.resolve().key }
    XCTAssertEqual(key, "first, second")
  }

  @MainActor func testAsynchronousBodyOnTheMainActor() async {
    override(service, with: Service("first"))
    await Task.yield()
    override(service, with: Service("second"))

    XCTAssertEqual(service.resolve().key, "second")
    XCTAssertTrue(service.rollbackOverride())
    XCTAssertEqual(service.resolve().key, "first")
  }

  func testDispatchBlock() async {
    nonisolated(unsafe) let test = self
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        test.override(service, with: Service("detached"))
        continuation.resume()
      }
    }

    let key = await MainActor.run { service.resolve().key }
    XCTAssertEqual(key, "detached")
  }

  @MainActor func testInAScopeTheOverrideIsTheScopes() async {
    await withOverrideScope {
      override(service, with: Service("scoped"))
      await Task.yield()
      XCTAssertEqual(service.resolve().key, "scoped")
    }

    XCTAssertEqual(service.resolve().key, "live")
  }

  func testOffTheMainActorTheScopeIsTakenAlong() async {
    await withOverrideScope {
      override(service, with: Service("scoped"))
      let inside = await MainActor.run { service.resolve().key }
      XCTAssertEqual(inside, "scoped")
    }

    let outside = await MainActor.run { service.isOverridden }
    XCTAssertFalse(outside)
  }

  func testTheLineThatOverridesIsRemembered() {
    override(service, with: Service("mock"))
    let line = #line - 1

    MainActor.assumeIsolated {
      let newest = Overrides.active.last
      XCTAssertEqual(newest?.callSite.line, line)
      XCTAssertEqual(
        newest?.callSite.fileID,
        "VialTestingTests/XCTestCaseOverrideOverloadTests.swift"
      )
    }
  }
}
