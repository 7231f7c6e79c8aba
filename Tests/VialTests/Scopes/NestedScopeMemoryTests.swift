#if canImport(Glibc)
import Testing
import Vial

/// The memory of nested scopes is proportional to their number (rule 29).
@MainActor struct NestedScopeMemoryTests {
  private enum Content: CaseIterable { case nothing, instances, overrides, implementations }

  /// The bytes of a chain of scopes, of which only the innermost one is retained.
  private static func bytes(_ depth: Int, _ kind: OverrideScope.Kind, _ content: Content) -> Int {
    let injection = Injection(strategy: .singleton, instance: 1)
    let required = Injection<Int>.required("a number")
    let before = Allocator.bytesInUse
    var innermost = OverrideScope(kind)
    for _ in 1..<depth {
      innermost.run {
        switch content {
        case .nothing: break
        case .instances: _ = injection.resolve()
        case .overrides: injection.override(with: 2)
        case .implementations: required.provide(with: 3)
        }
      }
      innermost = innermost.run { OverrideScope(kind) }
    }
    let bytes = Allocator.bytesInUse - before
    withExtendedLifetime(innermost) {}
    return bytes
  }

  private static func expectLinearMemory(_ kind: OverrideScope.Kind, _ content: Content) {
    _ = bytes(100, kind, content)
    // A resolve searches all scopes outside, so fewer scopes have instances.
    let depth = content == .nothing ? 1_000 : TestSize.of(50, thorough: 250)
    let (few, many) = (bytes(depth, kind, content), bytes(8 * depth, kind, content))
    if many > 12 * few {
      fatalError("\(8 * depth) \(kind) scopes with \(content) take \(many) bytes, and \(depth) take \(few).")
    }
  }

  @Test(.exitTest) func memoryOfNestedScopesIsLinear() async {
    await #expect(processExitsWith: .success) { @MainActor in
      guard Allocator.countsAllocations else { return }
      for kind in OverrideScope.Kind.all {
        for content in Content.allCases { Self.expectLinearMemory(kind, content) }
      }
    }
  }
}
#endif
