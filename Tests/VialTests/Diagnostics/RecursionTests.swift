import Testing
import Vial

/// A recursion that builds each instance in a separate scope, or for another key, is legal up to 500 nested builds (rule 24).
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
    let message = standardError(of: result)
    expect(message.contains("Fatal error: More than 500 builds of Int ("))
    expect(message.contains("- Do not resolve the injection in a scope that its own factory opens. [nested-builds]"))
    expect(!message.contains("Dependency cycle"))
  }

  @Test(arguments: [false, true]) func recursionThroughKeysThatDoesNotEndStopsTheProgram(isOverridden: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isOverridden = isOverridden as Bool] in
      await MainActor.run { _ = Self.sumOfKeys(isOverridden: isOverridden, upTo: .max) }
    }
    let message = standardError(of: result)
    expect(message.contains("More than 500 builds of InjectionFamily<Int, Int> (App/Sum.swift:3) are nested."))
    expect(message.contains("The last ones: Int[497] (App/Sum.swift:3) → Int[498]"))
    expect(message.contains("resolve fewer other keys"))
  }

  @Test(arguments: [false, true]) func recursionThrough500KeysIsLegal(isOverridden: Bool) async {
    await #expect(processExitsWith: .success) { [isOverridden = isOverridden as Bool] in
      await MainActor.run { precondition(Self.sumOfKeys(isOverridden: isOverridden, upTo: 500) == 500) }
    }
  }

  /// Resolves key 1 of a family whose factory resolves the next key, until the last one.
  private static func sumOfKeys(isOverridden: Bool, upTo last: Int) -> Int {
    let next = Box<InjectionFamily<Int, Int>?>(nil)
    let factory: @MainActor (Int) -> Int = { key in key == last ? 1 : 1 + (next.content?.resolve(key + 1) ?? 0) }
    let family = InjectionFamily<Int, Int>(strategy: .singleton, fileID: "App/Sum.swift", line: 3) { key in
      isOverridden ? 0 : factory(key)
    }
    next.content = family
    if isOverridden { family.override(with: factory) }
    return family.resolve(1)
  }
}
