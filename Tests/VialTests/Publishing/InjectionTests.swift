import Testing
import Vial

@MainActor private let counter = Injection(strategy: .singleton, instance: 1)

@Suite(.checksInvariants) @MainActor struct InjectionTests {
  @Test func globalInjectionResolvesItsInstance() {
    #expect(counter.resolve() == 1)
  }
}

/// The meaning of a closure that is passed to an initializer of `Injection`.
@Suite(.checksInvariants) @MainActor struct InjectionInitializerTests {
  @Test func trailingClosureIsTheFactory() {
    let number = Injection<Int>(strategy: .singleton) { 1 }
    let any = Injection<Any>(strategy: .singleton) { 1 }
    let optional = Injection<Any?>(strategy: .singleton) { nil }

    #expect(number.resolve() == 1)
    #expect(any.resolve() as? Int == 1)
    #expect(optional.resolve() == nil)
  }

  @Test func trailingClosureOfSeveralStatementsIsTheFactory() {
    let any = Injection<Any>(strategy: .singleton) {
      let number = 1
      return number + 1
    }
    let inferred = Injection(strategy: .singleton) {
      let number = 1
      return number + 1
    }

    #expect(any.resolve() as? Int == 2)
    #expect(type(of: inferred) == Injection<Int>.self)
  }

  @Test func factoryCanBuildAClosure() {
    var built = 0
    let injection = Injection<() -> Int>(strategy: .singleton) {
      built += 1
      return { 5 }
    }
    let short = Injection<() -> Int>(strategy: .singleton) { { 6 } }
    let anyResult = Injection<() -> Any>(strategy: .singleton) { { 7 } }

    #expect(injection.resolve()() + injection.resolve()() == 10)
    #expect(built == 1)
    #expect(short.resolve()() == 6)
    #expect(anyResult.resolve()() as? Int == 7)
  }

  @Test func instanceCanBeAClosure() {
    let injection = Injection<() -> Int>(strategy: .singleton, instance: { 5 })
    let function: () -> Int = { 6 }
    let other = Injection(strategy: .singleton, instance: function)

    #expect(injection.resolve()() == 5)
    #expect(other.resolve()() == 6)
  }
}
