import Testing
import Vial

/// A declaration identifies an injection and spells its type as code does (rule 23).
@MainActor struct InjectionDeclarationTests {
  /// Publishes each injection on the same line.
  private func published<Value>(_ value: Value) -> Injection<Value> {
    Injection(strategy: .singleton, instance: value)
  }

  private func declaration<Value>(of injection: Injection<Value>) -> InjectionDeclaration {
    withOverrideScope { injection.override { injection.resolve() }.declaration }
  }

  @Test func declarationsOfTheSameInjectionAreEqual() {
    let injection = published(1)

    expectEqual(declaration(of: injection), declaration(of: injection))
    expectEqual(Set([declaration(of: injection), declaration(of: injection)]).count, 1)
  }

  @Test func declarationsOfDifferentTypesOnTheSameLineAreDifferent() {
    let (number, text) = (declaration(of: published(1)), declaration(of: published("1")))

    expectEqual(number.callSite, text.callSite)
    expect(number != text)
    expectEqual(Set([number, text]).count, 2)
  }

  @Test func declarationsOfDifferentLinesAreDifferent() {
    let first = Injection(strategy: .singleton, instance: 1)
    let second = Injection(strategy: .singleton, instance: 1)

    expect(declaration(of: first) != declaration(of: second))
  }

  @Test func declarationsOfTwoInjectionsOnTheSameLineAreDifferent() {
    let (first, second) = (published(1), published(1))

    expectEqual(declaration(of: first).callSite, declaration(of: second).callSite)
    expect(declaration(of: first) != declaration(of: second))
  }

  @Test func declarationsOfDeallocatedInjectionsAreDifferent() {
    var declarations: [InjectionDeclaration] = []
    let observation = Injections.observe { event in
      if case .built(let resolution, _, _, _) = event { declarations.append(resolution.declaration) }
    }

    for number in 0..<100 { _ = Injection(strategy: .onDemand, instance: number).resolve() }
    observation.cancel()

    expectEqual(declarations.count, 100)
    expectEqual(Set(declarations).count, 100)
  }

  @Test func forgottenKeyHasAnEqualDeclarationWhenItIsUsedAgain() {
    let family = InjectionFamily<Int, Int>(strategy: .onDemand) { key in key }
    var declarations: [InjectionDeclaration] = []
    let observation = Injections.observe { event in
      if case .built(let resolution, _, _, _) = event { declarations.append(resolution.declaration) }
    }

    for key in 0..<1_000 { _ = family.resolve(key % 500) }
    observation.cancel()

    expectEqual(declarations.count, 1_000)
    expectEqual(Set(declarations).count, 500)
    expectEqual(declarations.prefix(500), declarations.suffix(500))
  }

  // MARK: Names of types

  private func typeName<Value>(_ type: Value.Type) -> String {
    declaration(of: Injection<Value>.required("an instance")).typeName
  }

  @Test func typeNameIsSpelledAsInSourceCode() {
    expectEqual(typeName(Int.self), "Int")
    expectEqual(typeName(Any.self), "Any")
    expectEqual(typeName(AnyObject.self), "AnyObject")
    expectEqual(typeName(Int?.self), "Int?")
    expectEqual(typeName(Int??.self), "Int??")
    expectEqual(typeName((any Named).self), "any Named")
    expectEqual(typeName((any Named)?.self), "(any Named)?")
    expectEqual(typeName((any Named & AnyObject).self), "any Named & AnyObject")
    expectEqual(typeName((any Clock<Duration>).self), "any Clock<Duration>")
    expectEqual(typeName((any Clock<Duration>)?.self), "(any Clock<Duration>)?")
    expectEqual(typeName((() -> Int).self), "() -> Int")
    expectEqual(typeName((() -> Int)?.self), "(() -> Int)?")
    expect(typeName((any Collection<Int> & Sequence<Int>).self).hasPrefix("any "))
  }

  @Test func typeNameOfAKeyIsFollowedByTheKey() {
    let family = InjectionFamily<String, (any Named)?>(strategy: .onDemand) { _ in nil }

    expectEqual(declaration(of: family["a"]).typeName, "(any Named)?[a]")
  }

  @Test func descriptionHasTheTypeAndTheLine() {
    let injection = Injection<Int?>(
      strategy: .onDemand,
      instance: nil,
      fileID: "App/A.swift",
      line: 3
    )

    expectEqual("\(declaration(of: injection))", "Int? (App/A.swift:3)")
  }
}
