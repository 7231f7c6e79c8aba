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

    #expect(declaration(of: injection) == declaration(of: injection))
    #expect(Set([declaration(of: injection), declaration(of: injection)]).count == 1)
  }

  @Test func declarationsOfDifferentTypesOnTheSameLineAreDifferent() {
    let (number, text) = (declaration(of: published(1)), declaration(of: published("1")))

    #expect(number.callSite == text.callSite)
    #expect(number != text)
    #expect(Set([number, text]).count == 2)
  }

  @Test func declarationsOfDifferentLinesAreDifferent() {
    let first = Injection(strategy: .singleton, instance: 1)
    let second = Injection(strategy: .singleton, instance: 1)

    #expect(declaration(of: first) != declaration(of: second))
  }

  @Test func declarationsOfTwoInjectionsOnTheSameLineAreDifferent() {
    let (first, second) = (published(1), published(1))

    #expect(declaration(of: first).callSite == declaration(of: second).callSite)
    #expect(declaration(of: first) != declaration(of: second))
  }

  @Test func declarationsOfDeallocatedInjectionsAreDifferent() {
    var declarations: [InjectionDeclaration] = []
    let observation = Injections.observe { event in
      if case .built(let resolution, _, _, _) = event { declarations.append(resolution.declaration) }
    }

    for number in 0..<100 { _ = Injection(strategy: .onDemand, instance: number).resolve() }
    observation.cancel()

    #expect(declarations.count == 100)
    #expect(Set(declarations).count == 100)
  }

  @Test func forgottenKeyHasAnEqualDeclarationWhenItIsUsedAgain() {
    let family = InjectionFamily<Int, Int>(strategy: .onDemand) { key in key }
    var declarations: [InjectionDeclaration] = []
    let observation = Injections.observe { event in
      if case .built(let resolution, _, _, _) = event { declarations.append(resolution.declaration) }
    }

    for key in 0..<1_000 { _ = family.resolve(key % 500) }
    observation.cancel()

    #expect(declarations.count == 1_000)
    #expect(Set(declarations).count == 500)
    #expect(declarations.prefix(500) == declarations.suffix(500))
  }

  // MARK: Names of types

  private func typeName<Value>(_ type: Value.Type) -> String {
    declaration(of: Injection<Value>.required("an instance")).typeName
  }

  @Test func typeNameIsSpelledAsInSourceCode() {
    #expect(typeName(Int.self) == "Int")
    #expect(typeName(Any.self) == "Any")
    #expect(typeName(AnyObject.self) == "AnyObject")
    #expect(typeName(Int?.self) == "Int?")
    #expect(typeName(Int??.self) == "Int??")
    #expect(typeName((any Named).self) == "any Named")
    #expect(typeName((any Named)?.self) == "(any Named)?")
    #expect(typeName((any Named & AnyObject).self) == "any Named & AnyObject")
    #expect(typeName((any Clock<Duration>).self) == "any Clock<Duration>")
    #expect(typeName((any Clock<Duration>)?.self) == "(any Clock<Duration>)?")
    #expect(typeName((() -> Int).self) == "() -> Int")
    #expect(typeName((() -> Int)?.self) == "(() -> Int)?")
    #expect(typeName((any Collection<Int> & Sequence<Int>).self).hasPrefix("any "))
  }

  @Test func typeNameOfAKeyIsFollowedByTheKey() {
    let family = InjectionFamily<String, (any Named)?>(strategy: .onDemand) { _ in nil }

    #expect(declaration(of: family["a"]).typeName == "(any Named)?[a]")
  }

  @Test func descriptionHasTheTypeAndTheLine() {
    let injection = Injection<Int?>(
      strategy: .onDemand,
      instance: nil,
      fileID: "App/A.swift",
      line: 3
    )

    #expect("\(declaration(of: injection))" == "Int? (App/A.swift:3)")
  }
}
