import Testing
import Vial

@MainActor private let published = Injection(strategy: .singleton, instance: Token(7))
@MainActor private let limit = Injection(strategy: .singleton, instance: 8)

@MainActor struct SingletonStrategyTests {
  let tally = Tally()

  @Test func isBuiltOnceAtTheFirstResolve() {
    let injection = Injection<any Named>(strategy: .singleton, instance: Probe(tally))
    #expect(tally.built == 0)
    #expect(injection.current == nil)

    #expect(injection.resolve().serial == 1)
    #expect(injection.resolve().serial == 1)
    #expect(Owner(injection).value.serial == 1)

    #expect(injection.current?.serial == 1)
    #expect(tally.built == 1)
  }

  @Test func isKeptWhenNobodyHoldsIt() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    weak let first = injection.resolve()

    #expect(first != nil)
    #expect(injection.resolve() === first)
  }

  @Test func isKeptByAGlobalConstant() {
    weak let first = published.resolve()

    #expect(first?.number == 7)
    #expect(published.resolve() === first)
  }

  @Test func keepsNil() {
    let injection = Injection<Probe?>(strategy: .singleton) {
      tally.built += 1
      return nil
    }

    #expect(injection.resolve() == nil)
    #expect(injection.resolve() == nil)
    #expect(tally.built == 1)
    #expect(injection.current != nil)
  }

  @Test func keepsValuesOfEveryShape() {
    let number = Injection(strategy: .singleton, instance: Sample(tally).serial)
    let closure = Injection<() -> Int>(strategy: .singleton) {
      let sample = Sample(tally)
      return { sample.serial }
    }

    #expect([number.resolve(), number.resolve()] == [1, 1])
    #expect([closure.resolve()(), closure.resolve()()] == [2, 2])
  }

  @Test func dependenciesAreBuiltWithIt() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: Probe(tally, "whole", parts: [part.resolve()])
    )

    #expect(whole.resolve().parts.first as? Probe === part.current)
    #expect(tally.built == 2)
  }

  @Test func goesWithAnInjectionThatIsNotPublishedForEver() {
    var injection: Injection? = Injection(strategy: .singleton, instance: Probe(tally))
    _ = injection?.resolve()
    #expect(tally.alive == 1)

    injection = nil

    #expect(injection == nil)
    #expect(tally.alive == 0)
  }

  @Test func isResolvedFromAnywhere() async {
    let number = await Task.detached { await limit.resolve() }.value

    #expect(number == 8)
  }
}
