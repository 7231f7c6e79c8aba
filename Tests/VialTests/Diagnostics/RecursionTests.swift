import Testing
import Vial

/// A recursion that ends is legal, however deep it is, if each build runs in a separate scope (rule 24).
@MainActor struct RecursionTests {
  enum Way: CaseIterable, Codable { case factory, override, key, consumer, heldScopes }

  private static let depth = 150

  /// Builds an injection in nested scopes, and returns the number of instances that were built.
  private static func build(_ way: Way, _ kind: OverrideScope.Kind, _ depth: Int) -> Int {
    var builds = 0
    let next = Box<(@MainActor () -> Int)?>(nil)
    let build: @MainActor () -> Int = {
      builds += 1
      if builds == depth { return 1 }
      if way == .heldScopes { return OverrideScope(kind).run { next.content?() ?? 0 } + 1 }
      return withOverrideScope(kind) { next.content?() ?? 0 } + 1
    }
    let injection = Injection(strategy: .singleton) { way == .override ? 0 : build() }
    let family = InjectionFamily<Int, Int>(strategy: .singleton) { _ in build() }
    next.content = {
      switch way {
      case .override: injection.override { build() }
      case .consumer: return Owner(injection).value
      case .key: return family.resolve(1)
      case .factory, .heldScopes: break
      }
      return injection.resolve()
    }
    let sum = withOverrideScope(kind) { next.content?() ?? 0 }
    next.content = nil
    precondition(sum == depth)
    return builds
  }

  @Test(arguments: Way.allCases, [false, true])
  func recursionWithAScopeForEachBuildIsLegal(way: Way, isFresh: Bool) async {
    await #expect(processExitsWith: .success) { [way = way as Way, isFresh = isFresh as Bool] in
      await MainActor.run {
        let builds = Self.build(way, isFresh ? .fresh : .isolated, Self.depth)
        precondition(builds == Self.depth, "The recursion did not end.")
      }
    }
  }

  @Test func recursionThatDoesNotEndStopsTheProgramWithAMessage() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Self.build(.factory, .isolated, .max) }
    }
    expect(standardError(of: result).contains("Dependency cycle: Int → Int"))
  }
}
