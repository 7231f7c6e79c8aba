// `@testable` requires a debug build.
#if DEBUG
import XCTest

@testable import Vial

/// The state that a scope keeps for injections is bounded.
///
/// These are tests of XCTest because no other test runs at the same time.
@MainActor
final class ScopeMemoryTests: XCTestCase {
  private final class Service {}
  private let service = Injection(strategy: .singleton, instance: Service())

  func testScopeDropsUnusedKeysOfAFamily() async {
    let family = InjectionFamily<Int, Service>(strategy: .shared) { _ in Service() }
    withOverrideScope {
      let scope = OverrideScope.current
      let held = family.resolve(-1)
      let mock = Service()
      family[-2].override(with: mock)
      let singletons = (0..<50).map { _ in Injection(strategy: .singleton, instance: Service()) }
      let built = singletons.map { $0.resolve() }

      for key in 0..<10_000 { _ = family.resolve(key) }

      XCTAssertLessThan(scope.slots.count, 200)
      XCTAssertTrue(family.resolve(-1) === held)
      XCTAssertTrue(family.resolve(-2) === mock)
      for (injection, instance) in zip(singletons, built) {
        XCTAssertTrue(injection.resolve() === instance)
      }
    }
  }

  func testInnerScopeKeepsItsInstancesWhileUnusedKeysAreDropped() async {
    let family = InjectionFamily<Int, Service>(strategy: .shared) { _ in Service() }
    let decorated = Injection(strategy: .singleton, instance: Service())
    withOverrideScope {
      let outer = OverrideScope.current
      decorated.override(with: { $0 })
      withOverrideScope {
        let inner = OverrideScope.current
        let built = service.resolve()
        let original = decorated.resolve()
        for key in 0..<10_000 { _ = family.resolve(key) }
        XCTAssertLessThan(inner.slots.count, 200)
        XCTAssertLessThan(outer.slots.count, 200)
        XCTAssertTrue(service.resolve() === built)
        XCTAssertTrue(decorated.resolve() === original)
      }
      XCTAssertNil(service.current)
    }
  }
}
#endif
