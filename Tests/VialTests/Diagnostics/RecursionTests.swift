import Testing
import Vial

/// A recursion that builds each instance in a separate scope, or for another key, is legal up to 500 nested builds (rule 24).
@MainActor struct RecursionTests {
  enum Way: CaseIterable { case factory, override, key, consumer, heldScopes }

  /// Builds an injection in nested scopes, and returns the number of instances that were built.
  private static func build(_ way: Way, _ kind: OverrideScope.Kind, _ depth: Int) -> Int {
    var builds = 0
    let next = Variable<(@MainActor () -> Int)?>(nil)
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

  /// Resolves key 1 of a family whose factory resolves the next key, until the last one.
  private static func sumOfKeys(isOverridden: Bool, upTo last: Int) -> Int {
    let next = Variable<InjectionFamily<Int, Int>?>(nil)
    let factory: @MainActor (Int) -> Int = { key in key == last ? 1 : 1 + (next.content?.resolve(key + 1) ?? 0) }
    let family = InjectionFamily<Int, Int>(strategy: .singleton, fileID: "App/Sum.swift", line: 3) { key in
      isOverridden ? 0 : factory(key)
    }
    next.content = family
    if isOverridden { family.override(with: factory) }
    return family.resolve(1)
  }

  @Test(.exitTest) func recursionUpToTheLimitIsLegal() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        for way in Way.allCases {
          for kind in [OverrideScope.Kind.isolated, .fresh] {
            ForkedProcess.writeFailure(of: "\(way) in \(kind) scopes") {
              precondition(Self.build(way, kind, 150) == 150, "The recursion did not end.")
            }
          }
        }
        for isOverridden in [false, true] {
          ForkedProcess.writeFailure(of: "500 keys, overridden: \(isOverridden)") {
            precondition(Self.sumOfKeys(isOverridden: isOverridden, upTo: 500) == 500)
          }
        }
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test(.exitTest) func recursionThatDoesNotEndStopsTheProgramWithAMessage() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let inScopes = StoppingProgram(
          "Scopes",
          contains: "Fatal error: More than 500 builds of Int (",
          "- Do not resolve the injection in a scope that its own factory opens. [nested-builds]",
          lacks: ["Dependency cycle"]
        ) { _ = Self.build(.factory, .isolated, .max) }
        let throughKeys = [false, true].map { isOverridden in
          StoppingProgram(
            "Keys, overridden: \(isOverridden)",
            contains: "More than 500 builds of InjectionFamily<Int, Int> (App/Sum.swift:3) are nested.",
            "The last ones: Int[497] (App/Sum.swift:3) → Int[498]",
            "resolve fewer other keys"
          ) { _ = Self.sumOfKeys(isOverridden: isOverridden, upTo: .max) }
        }
        let overriddenKey = StoppingProgram(
          "The override of a key",
          contains: "More than 500 builds of Int[1] (",
          "- Do not resolve the injection in a scope that its own factory opens. [nested-builds]",
          lacks: ["resolve fewer other keys"]
        ) {
          let key = InjectionFamily<Int, Int>(strategy: .onDemand) { key in key }[1]
          key.override(with: { _ in OverrideScope(.fresh).run { key.resolve() } })
          _ = key.resolve()
        }
        StoppingProgram.writeFailures(of: [inScopes, overriddenKey] + throughKeys)
      }
    }
    expectEqual(standardError(of: result), "")
  }
}
