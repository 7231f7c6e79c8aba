// Release builds cannot look inside a module.
#if DEBUG
import XCTest

@testable import Vial

/// Scopes cost nothing while none is alive, and what they remember is bounded (rules 22 and 29).
///
/// Of XCTest, because no other test runs meanwhile.
@MainActor
final class ScopeCostTests: XCTestCase {
  private final class Service {}
  private struct Failure: Error {}

  private final class Model {
    @Instance<Service> var service: Service
    init(_ injection: Injection<Service>) { _service = Instance(injection) }
  }

  private let service = Injection(strategy: .singleton, instance: Service())

  func testTheDetourIsOverWithTheScopes() async throws {
    settle()

    withOverrideScope {
      XCTAssertEqual(Detour.reasons, Detour.scopes)
      withOverrideScope(.isolated) {}
      XCTAssertEqual(Detour.reasons, Detour.scopes)
    }
    settle()

    await withOverrideScope {
      await Task.yield()
      XCTAssertEqual(Detour.reasons, Detour.scopes)
    }
    settle()

    try? withOverrideScope { throw Failure() }
    settle()

    try? await withOverrideScope {
      await Task.yield()
      throw Failure()
    }
    settle()

    let task = Task { try await withOverrideScope { try await Task.sleep(for: .seconds(60)) } }
    await Task.yield()
    task.cancel()
    _ = await task.result
    for _ in 0..<1000 where isDetouring { await Task.yield() }
    settle()
  }

  func testResolvesOutsideLeaveTheDetourToTheScopesThatNeedIt() async {
    let mock = Service()
    withOverrideScope {
      service.override(with: mock)
      // As what a run loop runs meanwhile is.
      Ambient.$current.withValue(.outside) { XCTAssertTrue(isDetouring) }
      XCTAssertTrue(service.resolve() === mock)
    }
    settle()

    var observation: InjectionObservation?
    observation = Injections.observe { [service] _ in
      observation?.cancel()
      _ = service.resolve()
    }
    withOverrideScope {
      service.override(with: mock)
      XCTAssertTrue(service.resolve() === mock)
    }
    settle()

    let model = withOverrideScope {
      service.override(with: mock)
      return Model(service)
    }
    XCTAssertTrue(isDetouring)
    XCTAssertTrue(model.service === mock)
  }

  func testAConsumerThatOutlivesItsScopeIsTheLastToPay() async {
    var model: Model? = withOverrideScope { [service] in Model(service) }

    XCTAssertTrue(isDetouring)
    XCTAssertTrue(model?.service === model?.service)

    model = nil
    settle()
  }

  func testEndedScopesAreForgottenWhileAnotherIsOpen() async {
    let kept = withOverrideScope { OverrideScope.current }
    withOverrideScope {
      for _ in 0..<10_000 { withOverrideScope {} }
    }
    XCTAssertTrue(isDetouring)
    withExtendedLifetime(kept) {}
  }

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

      XCTAssertLessThan(scope.slots.count, 500)
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
        XCTAssertLessThan(inner.slots.count, 500)
        XCTAssertLessThan(outer.slots.count, 500)
        XCTAssertTrue(service.resolve() === built)
        XCTAssertTrue(decorated.resolve() === original)
      }
      XCTAssertNil(service.current)
    }
  }

  /// A resolve outside every scope finds out that nobody needs the long way any more.
  private var isDetouring: Bool {
    _ = service.resolve()
    return Detour.reasons != 0
  }

  private func settle(line: UInt = #line) {
    XCTAssertFalse(isDetouring, line: line)
    XCTAssertEqual(Detour.reasons, 0, line: line)
  }
}
#endif
