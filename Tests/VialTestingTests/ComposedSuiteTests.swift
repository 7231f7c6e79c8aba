import Testing
import Vial
import VialTesting

@MainActor private final class Service {
  let name: String
  init(_ name: String) { self.name = name }
}

@MainActor private let service = Injection(strategy: .singleton, instance: Service("live"))
@MainActor private let other = Injection(strategy: .singleton, instance: Service("live other"))

/// Traits of suites, of nested suites and of their tests, applied by Swift Testing.
@Suite(.overrideScope { service.override(with: Service("suite")) })
@MainActor struct ComposedSuiteTests {
  @Test(.overrideScope { other.override(with: Service("test")) })
  func testTraitAddsOverridesToItsSuite() {
    expectEqual(service.resolve().name, "suite")
    expectEqual(other.resolve().name, "test")
  }

  @Test func testWithoutATraitHasOnlyTheOverridesOfItsSuite() {
    expectEqual(service.overrideCount, 1)
    expect(!other.isOverridden)
  }

  @Test(.overrideScope) func testWithATraitUsesTheOverridesOfItsSuite() async {
    expectEqual(service.resolve().name, "suite")
    expectEqual(service.overrideCount, 1)
    await Task.yield()
    expectEqual(await Task { service.resolve().name }.value, "suite")
  }

  @Test(
    .overrideScope { service.override(with: { Service("\($0.name), first") }) },
    .overrideScope { service.override(with: { Service("\($0.name), second") }) }
  )
  func laterTraitOfATestDecoratesTheOverrideOfAnEarlierTrait() {
    expectEqual(service.resolve().name, "suite, first, second")
    expectEqual(service.overrideCount, 3)
  }

  @Test(.overrideScope(.isolated), .overrideScope)
  func isolatedTraitHidesTheSuiteFromInnerTraits() {
    expectEqual(service.resolve().name, "live")
  }

  @Test(.overrideScope, arguments: 0..<20) func eachCaseHasAScopeInsideTheScopeOfItsSuite(
    number: Int
  ) async {
    let built = service.resolve()
    service.override(with: Service("\(number)"))
    for _ in 0..<3 {
      await Task.yield()
      expectEqual(service.resolve().name, "\(number)")
    }
    service.rollbackOverride()
    expect(service.resolve() === built)
    expectEqual(service.overrideCount, 1)
  }

  @Suite(.overrideScope { other.override(with: Service("nested")) })
  @MainActor struct Nested {
    @Test func nestedSuiteAddsOverridesToTheOuterSuite() {
      expectEqual(service.resolve().name, "suite")
      expectEqual(other.resolve().name, "nested")
    }

    @Test(.overrideScope { other.override(with: { Service("\($0.name), test") }) })
    func testSeesTheOverridesOfAllOuterSuites() {
      expectEqual(service.resolve().name, "suite")
      expectEqual(other.resolve().name, "nested, test")
    }

    @Suite(.overrideScope(.isolated) { other.override(with: Service("deeper")) })
    @MainActor struct Isolated {
      @Test(.overrideScope) func testInAnIsolatedSuiteSeesNoOuterSuite() {
        expectEqual(service.resolve().name, "live")
        expectEqual(other.resolve().name, "deeper")
        expectEqual(other.overrideCount, 1)
      }
    }
  }
}

@MainActor private let published = Injection(strategy: .singleton, instance: "live", fileID: app)

/// Overrides and permissions of a suite apply to its tests.
@Suite(
  .overrideScope {
    service.override(with: Service("suite"))
    published.allowLive()
  }
)
@MainActor struct ComposedPermissionTests {
  @Test(.overrideScope) func testUsesTheOverridesAndPermissionsOfItsSuite() {
    expectEqual(service.resolve().name, "suite")
    expectEqual(published.resolve(), "live")
  }
}
