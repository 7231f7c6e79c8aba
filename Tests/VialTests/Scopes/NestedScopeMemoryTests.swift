#if canImport(Glibc)
import Testing
import Vial

/// The memory of nested scopes is proportional to their number (rule 29).
@MainActor struct NestedScopeMemoryTests {
  enum Content: CaseIterable, Codable { case nothing, instances, overrides, implementations }

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

  @Test(arguments: Content.allCases, ["inheriting", "fresh", "isolated"])
  func memoryOfNestedScopesIsLinear(content: Content, kind: String) async {
    await #expect(processExitsWith: .success) { [content = content as Content, kind] in
      await MainActor.run {
        guard Allocator.countsAllocations else { return }
        let kind = OverrideScope.Kind.all.first { "\($0)" == kind } ?? .inheriting
        _ = Self.bytes(100, kind, content)
        let (few, many) = (Self.bytes(1_000, kind, content), Self.bytes(8_000, kind, content))
        if many > 12 * few { fatalError("8,000 scopes take \(many) bytes, and 1,000 take \(few).") }
      }
    }
  }
}
#endif
