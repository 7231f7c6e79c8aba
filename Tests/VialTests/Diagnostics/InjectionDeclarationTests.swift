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

  @Test func declarationsAreEqualOnlyIfTheyAreOfTheSameInjection() {
    let injection = published(1)
    let number = declaration(of: injection)
    expectEqual(number, declaration(of: injection))
    expectEqual(number.hashValue, declaration(of: injection).hashValue)

    let (other, text) = (declaration(of: published(2)), declaration(of: published("1")))
    expectEqual([other.callSite, text.callSite], [number.callSite, number.callSite])
    let elsewhere = declaration(of: Injection(strategy: .singleton, instance: 1))
    expect(elsewhere.callSite != number.callSite)
    expectEqual(Set([number, other, text, elsewhere]).count, 4)
  }

  @Test func declarationIdentifiesADeallocatedInjectionOrAForgottenKey() {
    func declarations(_ body: () -> Void) -> [InjectionDeclaration] { events(of: body).resolutions.map(\.declaration) }

    let deallocated = declarations {
      for number in 0..<100 { _ = Injection(strategy: .onDemand, instance: number).resolve() }
    }
    expectEqual(deallocated.count, 100)
    expectEqual(Set(deallocated).count, 100)

    let family = InjectionFamily<Int, Int>(strategy: .onDemand) { key in key }
    let forgotten = declarations { for key in 0..<1_000 { _ = family.resolve(key % 500) } }
    expectEqual(forgotten.count, 1_000)
    expectEqual(Set(forgotten).count, 500)
    expectEqual(forgotten.prefix(500), forgotten.suffix(500))
  }

  @Test func typeNameIsSpelledAsInSourceCode() {
    func typeName<Value>(_ type: Value.Type) -> String {
      declaration(of: Injection<Value>.required("an instance")).typeName
    }
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

    let family = InjectionFamily<String, (any Named)?>(strategy: .onDemand) { _ in nil }
    expectEqual(declaration(of: family["a"]).typeName, "(any Named)?[a]")
    let optional = Injection<Int?>(strategy: .onDemand, instance: nil, fileID: "App/A.swift", line: 3)
    expectEqual("\(declaration(of: optional))", "Int? (App/A.swift:3)")
  }
}
