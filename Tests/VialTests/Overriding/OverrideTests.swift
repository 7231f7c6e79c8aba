import Testing
import Vial

/// The tokens of overrides (rules 12 and 27).
@MainActor struct OverrideTests {
  let counter = InstanceCounter()

  @Test func tokenRollsBackItsOverrideOnce() {
    let injection = Injection(strategy: .onDemand, instance: "live")
    let token = injection.override(with: "mock")
    expect(token.isActive)

    expect(token.rollback())
    expect(!token.isActive)
    expect(!token.rollback())
    injection.override(with: "later")
    expect(!token.rollback())

    expectEqual(injection.resolve(), "later")
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func tokensCanBeUsedInAnyOrder(order: [Int]) {
    let injection = Injection(strategy: .onDemand, instance: "live")
    let names = ["first", "second", "third"]
    let tokens = names.map { name in injection.override(with: name) }
    var left = Set(0...2)

    for index in order {
      expect(tokens[index].rollback())
      left.remove(index)

      expect(injection.resolve() == (left.max().map { names[$0] } ?? "live"))
      expectEqual(injection.overrideCount, left.count)
      expect(tokens.map(\.isActive) == (0...2).map(left.contains))
    }
    expect(!injection.rollbackOverride())
  }

  @Test func decoratorSkipsAnOverrideThatWasRolledBackBelow() {
    let injection = Injection(strategy: .onDemand, instance: "live")
    injection.override(with: { "1(\($0.resolve()))" })
    let middle = injection.override(with: { "2(\($0.resolve()))" })
    injection.override(with: { "3(\($0.resolve()))" })
    expectEqual(injection.resolve(), "3(2(1(live)))")

    middle.rollback()
    expectEqual(injection.resolve(), "3(1(live))")

    injection.rollbackOverride()
    expectEqual(injection.resolve(), "1(live)")
  }

  @Test func tokenIsInactiveAfterTheInjectionRollsBackItsOverride() {
    let injection = Injection(strategy: .onDemand, instance: "live")
    let first = injection.override(with: "first")
    let second = injection.override(with: "second")

    expect(injection.rollbackOverride())
    expect(!second.isActive)
    expect(!second.rollback())
    expect(first.rollback())

    expect(!injection.rollbackOverride())
  }

  @Test func tokenRetainsNoInstance() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let token = injection.override(with: CountedObject(counter, "mock"))
    _ = injection.resolve()

    injection.rollbackOverride()

    expectEqual(counter.alive, 0)
    expect(!token.isActive)
  }

  @Test func tokenHasTheDeclarationAndTheCallSite() {
    let injection = Injection<any Named>(
      strategy: .singleton,
      instance: CountedObject(counter),
      fileID: "Feature/A.swift",
      line: 12
    )

    let tokens = [
      injection.override(with: CountedObject(counter), fileID: "App/Tests.swift", line: 1),
      injection.override(with: { _ in CountedObject(counter) }, fileID: "App/Tests.swift", line: 2),
      injection.override(with: { (below: any Named) in below }, fileID: "App/Tests.swift", line: 3),
      injection.override(
        with: Injection<any Named>(strategy: .shared, instance: Sample(counter)),
        fileID: "App/Tests.swift",
        line: 4
      ),
    ]

    for (index, token) in tokens.enumerated() {
      expectEqual(token.declaration.description, "any Named (Feature/A.swift:12)")
      expectEqual(token.callSite.description, "App/Tests.swift:\(index + 1)")
    }
  }

  @Test func descriptionOfATokenHasTheDeclarationAndTheCallSite() {
    let injection = Injection<any Named>(
      strategy: .singleton,
      instance: CountedObject(counter),
      fileID: "Feature/A.swift",
      line: 12
    )

    let token = injection.override(
      with: CountedObject(counter),
      fileID: "App/Tests.swift",
      line: 1
    )
    token.rollback()

    expectEqual("\(token)", "any Named (Feature/A.swift:12) overridden at App/Tests.swift:1")
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

  @Test func callSitesAreTheLinesOfTheCallers() {
    let line = #line + 1
    let injection = Injection(strategy: .singleton, instance: 1)
    let token = injection.override(with: 2)

    expectEqual(token.declaration.callSite.line, line)
    expectEqual(token.declaration.callSite.fileID, #fileID)
    expectEqual(token.declaration.typeName, "Int")
    expectEqual(token.callSite.line, line + 1)
  }
}
