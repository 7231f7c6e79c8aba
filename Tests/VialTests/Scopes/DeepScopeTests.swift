import Foundation
import Testing
import Vial

/// Chains of many nested scopes.
@MainActor struct DeepScopeTests {
  nonisolated static let depth = 4_000

  /// Opens scopes inside each other and returns the innermost one, the only one that is retained.
  private func makeChain(_ kind: OverrideScope.Kind, _ body: () -> Void = {}) -> OverrideScope {
    var innermost = OverrideScope(kind)
    for _ in 1..<Self.depth {
      innermost = innermost.run { OverrideScope(kind) }
      innermost.run(body)
    }
    return innermost
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh, .isolated])
  func aChainOf4000ScopesIsReleasedOnASmallStack(kind: OverrideScope.Kind) async {
    let injection = Injection(strategy: .singleton, instance: 1)
    var chain: OverrideScope? = {
      let chain = makeChain(kind) { injection.override(with: 2) }
      chain.run { #expect(injection.resolve() == 2) }
      return chain
    }()
    weak let innermost = chain
    let box = chain.map(Transfer.init)
    chain = nil
    #expect(innermost != nil)

    await withCheckedContinuation { continuation in
      let thread = Thread {
        box?.release()
        continuation.resume()
      }
      thread.stackSize = 64 * 1024
      thread.start()
    }

    #expect(innermost == nil)
    #expect(injection.resolve() == 1)
  }

  @Test func aResolveFindsAnOverrideThrough4000Scopes() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(InstanceCounter()))

    withOverrideScope(.isolated) {
      injection.override(with: CountedObject(InstanceCounter(), "outermost"))
      let outside = injection.resolve()
      let chain = makeChain(.inheriting)
      #expect(chain.run { injection.resolve() } === outside)
    }
  }
}

/// Gives the last reference to a scope to another thread.
private final class Transfer: @unchecked Sendable {
  private var scope: OverrideScope?

  init(_ scope: OverrideScope) { self.scope = scope }

  func release() { scope = nil }
}
