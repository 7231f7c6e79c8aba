import Testing
import Vial

/// The tokens of overrides (rules 12 and 27).
@MainActor struct OverrideTests {
  let counter = InstanceCounter()

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func tokensCanBeUsedOnceInAnyOrder(order: [Int]) {
    let injection = Injection(strategy: .onDemand, instance: "live")
    let names = ["first", "second", "third"]
    let tokens = names.map { name in injection.override(with: name) }
    var left = Set(0...2)

    for index in order {
      expect(tokens[index].rollback())
      expect(!tokens[index].rollback())
      left.remove(index)

      expectEqual(injection.resolve(), left.max().map { names[$0] } ?? "live")
      expectEqual(injection.overrideCount, left.count)
      expectEqual(tokens.map(\.isActive), (0...2).map(left.contains))
    }
    expect(!injection.rollbackOverride())
    injection.override(with: "later")
    expect(!tokens.contains { $0.rollback() })
    expectEqual(injection.resolve(), "later")
  }

  @Test func tokenOfAnOverrideThatWasRolledBackIsInactiveAndRetainsNothing() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let first = injection.override(with: CountedObject(counter, "first"))
    let second = injection.override(with: CountedObject(counter, "second"))
    _ = injection.resolve()

    expect(injection.rollbackOverride())
    expectEqual(counter.alive, 0)
    expect(first.isActive)
    expect(!second.isActive)
    expect(!second.rollback())
    expect(first.rollback())
    expect(!injection.rollbackOverride())
  }

  @Test(arguments: OverrideScope.Kind.all)
  func tokenIsInactiveAfterTheEndOfItsScope(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .onDemand, instance: "live")
    let scope = OverrideScope(kind)
    let token = scope.run { injection.override(with: "mock") }
    expect(token.isActive)

    scope.end()

    expect(!token.isActive)
    expect(!token.rollback())
    expectEqual(scope.run { injection.resolve() }, "mock")
  }

  @Test func tokenHasTheDeclarationAndTheCallSite() {
    let line = #line + 1
    let published = Injection(strategy: .singleton, instance: 1)
    let token = published.override(with: 2)
    expectEqual([token.declaration.callSite.line, token.callSite.line], [line, line + 1])
    expectEqual(token.declaration.callSite.fileID, #fileID)
    expectEqual(token.declaration.typeName, "Int")

    let injection = Injection<any Named>(
      strategy: .singleton,
      instance: CountedObject(counter),
      fileID: "Feature/A.swift",
      line: 12
    )
    let other = Injection<any Named>(strategy: .shared, instance: Sample(counter))
    let tokens = [
      injection.override(with: CountedObject(counter), fileID: "App/Tests.swift", line: 1),
      injection.override(with: { _ in CountedObject(counter) }, fileID: "App/Tests.swift", line: 2),
      injection.override(with: { (below: any Named) in below }, fileID: "App/Tests.swift", line: 3),
      injection.override(with: other, fileID: "App/Tests.swift", line: 4),
    ]
    injection.rollbackAllOverrides()

    for (index, token) in tokens.enumerated() {
      expectEqual(token.declaration.description, "any Named (Feature/A.swift:12)")
      expectEqual(token.callSite.description, "App/Tests.swift:\(index + 1)")
      expectEqual("\(token)", "any Named (Feature/A.swift:12) overridden at App/Tests.swift:\(index + 1)")
    }
  }
}
