import Testing
import Vial

@MainActor private let published = Injection(strategy: .singleton, instance: Token(7))
@MainActor private let limit = Injection(strategy: .singleton, instance: 8)

@MainActor struct SingletonStrategyTests {
  let counter = InstanceCounter()

  @Test func singletonIsBuiltOnceAtTheFirstResolve() {
    let injection = Injection<any Named>(strategy: .singleton, instance: CountedObject(counter))
    expectEqual(counter.built, 0)
    expect(injection.current == nil)

    expectEqual(injection.resolve().serial, 1)
    expectEqual(injection.resolve().serial, 1)
    expectEqual(Owner(injection).value.serial, 1)

    expectEqual(injection.current?.serial, 1)
    expectEqual(counter.built, 1)
  }

  @Test func singletonIsRetainedByItsInjection() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    weak let first = injection.resolve()

    expect(first != nil)
    expect(injection.resolve() === first)
  }

  @Test func singletonOfAGlobalInjectionIsRetained() {
    weak let first = published.resolve()

    expectEqual(first?.number, 7)
    expect(published.resolve() === first)
  }

  @Test func singletonCanBeNil() {
    let injection = Injection<CountedObject?>(strategy: .singleton) {
      counter.built += 1
      return nil
    }

    expect(injection.resolve() == nil)
    expect(injection.resolve() == nil)
    expectEqual(counter.built, 1)
    expect(injection.current != nil)
  }

  @Test func singletonCanBeAValueOrAClosure() {
    let number = Injection(strategy: .singleton, instance: Sample(counter).serial)
    let closure = Injection<() -> Int>(strategy: .singleton) {
      let sample = Sample(counter)
      return { sample.serial }
    }

    expectEqual([number.resolve(), number.resolve()], [1, 1])
    expectEqual([closure.resolve()(), closure.resolve()()], [2, 2])
  }

  @Test func dependencyIsBuiltWithTheSingleton() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )

    expect(whole.resolve().parts.first as? CountedObject === part.current)
    expectEqual(counter.built, 2)
  }

  @Test func singletonIsReleasedWithItsInjection() {
    var injection: Injection? = Injection(strategy: .singleton, instance: CountedObject(counter))
    _ = injection?.resolve()
    expectEqual(counter.alive, 1)

    injection = nil

    expect(injection == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func singletonCanBeResolvedOffTheMainActor() async {
    let number = await Task.detached { await limit.resolve() }.value

    expectEqual(number, 8)
  }
}
