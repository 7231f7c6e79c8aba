import Testing
import Vial

/// What makes two declarations one (rule 24).
@MainActor struct InjectionDeclarationTests {
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
