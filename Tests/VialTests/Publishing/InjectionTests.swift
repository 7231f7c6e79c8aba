import Testing
import Vial

@MainActor private let counter = Injection(strategy: .singleton, instance: 1)

@MainActor struct InjectionTests {
  @Test func globalInjectionResolvesItsInstance() {
    expectEqual(counter.resolve(), 1)
  }
}

/// The meaning of a closure that is passed to an initializer of `Injection`.
@MainActor struct InjectionInitializerTests {
  @Test func trailingClosureIsTheFactory() {
    let number = Injection<Int>(strategy: .singleton) { 1 }
    let any = Injection<Any>(strategy: .singleton) { 1 }
    let optional = Injection<Any?>(strategy: .singleton) { nil }

    expectEqual(number.resolve(), 1)
    expectEqual(any.resolve() as? Int, 1)
    expect(optional.resolve() == nil)
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

    expectEqual(any.resolve() as? Int, 2)
    expect(type(of: inferred) == Injection<Int>.self)
  }

  @Test func factoryCanBuildAClosure() {
    var built = 0
    let injection = Injection<() -> Int>(strategy: .singleton) {
      built += 1
      return { 5 }
    }
    let short = Injection<() -> Int>(strategy: .singleton) { { 6 } }
    let anyResult = Injection<() -> Any>(strategy: .singleton) { { 7 } }

    expectEqual(injection.resolve()() + injection.resolve()(), 10)
    expectEqual(built, 1)
    expectEqual(short.resolve()(), 6)
    expectEqual(anyResult.resolve()() as? Int, 7)
  }

  @Test func instanceCanBeAClosure() {
    let injection = Injection<() -> Int>(strategy: .singleton, instance: { 5 })
    let function: () -> Int = { 6 }
    let other = Injection(strategy: .singleton, instance: function)

    expectEqual(injection.resolve()(), 5)
    expectEqual(other.resolve()(), 6)
  }
}
