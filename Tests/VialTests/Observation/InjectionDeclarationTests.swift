import Testing
import Vial

/// What makes two declarations one (rule 24).
@MainActor struct InjectionDeclarationTests {
  /// Publishes on one line, whatever calls it.
  private func published<Value>(_ value: Value) -> Injection<Value> {
    Injection(strategy: .singleton, instance: value)
  }

  private func declaration<Value>(of injection: Injection<Value>) -> InjectionDeclaration {
    withOverrideScope { injection.override { injection.resolve() }.declaration }
  }

  @Test func declarationsOfOneInjectionAreOne() {
    let injection = published(1)

    #expect(declaration(of: injection) == declaration(of: injection))
    #expect(Set([declaration(of: injection), declaration(of: injection)]).count == 1)
  }

  @Test func declarationsOfOneLineAndTwoTypesAreTwo() {
    let (number, text) = (declaration(of: published(1)), declaration(of: published("1")))

    #expect(number.callSite == text.callSite)
    #expect(number != text)
    #expect(Set([number, text]).count == 2)
  }

  @Test func declarationsOfTwoLinesAreTwo() {
    let first = Injection(strategy: .singleton, instance: 1)
    let second = Injection(strategy: .singleton, instance: 1)

    #expect(declaration(of: first) != declaration(of: second))
  }

  @Test func declarationsOfTwoInjectionsOfOneLineAreTwo() {
    let (first, second) = (published(1), published(1))

    #expect(declaration(of: first).callSite == declaration(of: second).callSite)
    #expect(declaration(of: first) != declaration(of: second))
  }

  @Test func declarationsOfOneLineStayApartWhenTheirInjectionsAreGone() {
    var declarations: [InjectionDeclaration] = []
    let observation = Injections.observe { event in
      if case .building(let resolution) = event { declarations.append(resolution.declaration) }
    }

    for number in 0..<100 { _ = Injection(strategy: .onDemand, instance: number).resolve() }
    observation.cancel()

    #expect(declarations.count == 100)
    #expect(Set(declarations).count == 100)
  }

  @Test func aKeyThatComesBackHasTheSameDeclaration() {
    let family = InjectionFamily<Int, Int>(strategy: .onDemand) { key in key }
    var declarations: [InjectionDeclaration] = []
    let observation = Injections.observe { event in
      if case .building(let resolution) = event { declarations.append(resolution.declaration) }
    }

    for key in 0..<1_000 { _ = family.resolve(key % 500) }
    observation.cancel()

    #expect(declarations.count == 1_000)
    #expect(Set(declarations).count == 500)
    #expect(declarations.prefix(500) == declarations.suffix(500))
  }
}
