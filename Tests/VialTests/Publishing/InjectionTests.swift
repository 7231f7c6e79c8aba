import Testing
import Vial

@MainActor private let counter = Injection(strategy: .singleton, instance: 1)

@MainActor struct InjectionTests {
  @Test func globalInjectionResolvesItsInstance() {
    #expect(counter.resolve() == 1)
  }
}
