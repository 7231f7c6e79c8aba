import Foundation
import Testing
import Vial

/// Nothing that is released recurses, however long a chain is, and on whichever thread it goes (rules 29 and 30).
///
/// A stack that overflows stops the process, so the chains are released in a separate process.
@MainActor struct DeepReleaseTests {
  private enum Chain: CaseIterable {
    case flows, flowsWithSharedChildren, strategies
    case contexts, releaseActions
    case forwardingOverrides, decorators, forwardingImplementations
    case inheritingScopes, freshScopes, isolatedScopes, endedScopes, scopesWithInstances, scopesWithOverrides
    case scopesOfConsumers
  }

  /// The length of a chain whose recursive release overflows a stack of 64 KiB.
  private nonisolated static let length = 1_000

  /// Creates a long chain, and returns its only owner.
  private static func make(_ chain: Chain) -> AnyObject {
    switch chain {
    case .flows, .flowsWithSharedChildren, .strategies: makeFlows(chain)
    case .contexts, .releaseActions: Owned(makePublished(chain))
    case .forwardingOverrides, .decorators, .forwardingImplementations: makeProviders(chain)
    default: makeScopes(chain)
    }
  }

  private static func makeFlows(_ chain: Chain) -> AnyObject {
    var flow = InjectionFlow("innermost")
    var previous: [InjectionFlow] = []
    let large = chain == .flowsWithSharedChildren ? 10_000 : 100_000
    for _ in 0..<TestSize.of(length, thorough: large) {
      let next = InjectionFlow("flow", children: [flow] + previous)
      if chain == .flowsWithSharedChildren { previous = [flow] }
      flow = next
    }
    return chain == .strategies ? Owned(InjectionStrategy.flow(flow)) : flow
  }

  private static func makePublished(_ chain: Chain) -> Injection<Int> {
    var injection = Injection(strategy: .singleton, instance: 1)
    let context = InjectionContext("never") { false }
    for _ in 0..<TestSize.of(length, thorough: 4_000) {
      injection = chain == .contexts ? injection.when(context, instance: 2) : injection.onRelease { _ in }
    }
    return injection
  }

  private static func makeProviders(_ chain: Chain) -> AnyObject {
    let scope = OverrideScope(.isolated)
    scope.run {
      var injection = Injection(strategy: .singleton, instance: 1)
      for _ in 0..<TestSize.of(length, thorough: 4_000) {
        let next = Injection(strategy: .singleton, instance: 2)
        let required = Injection<Int>.required("a number")
        switch chain {
        case .forwardingOverrides: next.override(with: injection)
        case .forwardingImplementations: required.provide(with: injection)
        default: injection.override(with: { original in original.resolve() + 1 })
        }
        if chain == .forwardingOverrides { injection = next }
        if chain == .forwardingImplementations { injection = required }
      }
    }
    return scope
  }

  private static func makeScopes(_ chain: Chain) -> AnyObject {
    let injection = Injection(strategy: .singleton, instance: NSObject())
    let kind: OverrideScope.Kind =
      switch chain {
      case .freshScopes, .scopesWithInstances: .fresh
      case .isolatedScopes: .isolated
      default: .inheriting
      }
    var scope = OverrideScope(kind)
    for _ in 0..<TestSize.of(length, thorough: 4_000) {
      scope.run {
        switch chain {
        case .scopesWithInstances: _ = injection.resolve()
        case .scopesWithOverrides: injection.override(with: NSObject())
        default: break
        }
      }
      let inner = scope.run { OverrideScope(kind) }
      if chain == .endedScopes { scope.end() }
      scope = inner
    }
    return chain == .scopesOfConsumers ? scope.run { Owner(injection) } : scope
  }

  private final class Owned<Content> {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  /// Releases a chain on another thread.
  private nonisolated static func releaseOnASmallStack(_ transfer: Transfer) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        transfer.release()
        continuation.resume()
      }
      thread.stackSize = 64 * 1024
      thread.start()
    }
  }

  /// The process prints each chain before its release, and its output is observed only if it exits as expected.
  @Test(.exitTest) func longChainIsReleasedOnASmallStack() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      for chain in Chain.allCases {
        printAtOnce("\(chain)")
        await Self.releaseOnASmallStack(await MainActor.run { Transfer(Self.make(chain)) })
      }
      printAtOnce("all are released")
      exit(EXIT_FAILURE)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    expectEqual(output.split(separator: "\n").last, "all are released")
  }
}
