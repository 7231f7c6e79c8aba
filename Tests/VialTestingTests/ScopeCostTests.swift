// Release builds cannot look inside a module.
#if DEBUG
import XCTest

@testable import Vial

/// What scopes remember is bounded (rule 29).
///
/// Of XCTest, because no other test runs meanwhile.
@MainActor
final class ScopeCostTests: XCTestCase {
  private final class Service {}
  private let service = Injection(strategy: .singleton, instance: Service())

  func testAStreamOfKeysIsForgottenInAScope() async throws {
    let family = InjectionFamily<Int, Service>(strategy: .shared) { _ in Service() }
    try withOverrideScope {
      let scope = try XCTUnwrap(OverrideScope.current)
      let held = family.resolve(-1)
      let mock = Service()
      family[-2].override(with: mock)
      let singletons = (0..<50).map { _ in Injection(strategy: .singleton, instance: Service()) }
      let built = singletons.map { $0.resolve() }

      for key in 0..<10_000 { _ = family.resolve(key) }

      XCTAssertLessThan(scope.stacks.count, 500)
      XCTAssertTrue(family.resolve(-1) === held)
      XCTAssertTrue(family.resolve(-2) === mock)
      for (injection, instance) in zip(singletons, built) {
        XCTAssertTrue(injection.resolve() === instance)
      }
    }
  }

  func testAnInnerScopeKeepsItsInstancesWhileTheOuterForgets() async throws {
    let family = InjectionFamily<Int, Service>(strategy: .shared) { _ in Service() }
    let decorated = Injection(strategy: .singleton, instance: Service())
    try withOverrideScope {
      let outer = try XCTUnwrap(OverrideScope.current)
      decorated.override(with: { $0 })
      try withOverrideScope {
        let inner = try XCTUnwrap(OverrideScope.current)
        let built = service.resolve()
        let original = decorated.resolve()
        for key in 0..<10_000 { _ = family.resolve(key) }
        XCTAssertLessThan(inner.stacks.count, 500)
        XCTAssertLessThan(outer.stacks.count, 500)
        XCTAssertTrue(service.resolve() === built)
        XCTAssertTrue(decorated.resolve() === original)
      }
      XCTAssertNil(service.current)
    }
  }
}
#endif
