import Testing
import Vial

@MainActor private let published = Injection(strategy: .singleton, instance: Token(7))

@MainActor struct SingletonStrategyTests {
  let counter = InstanceCounter()

  @Test func singletonIsBuiltOnceWithItsDependencies() {
    let part = Injection<any Named>(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(strategy: .singleton, instance: CountedObject(counter, parts: [part.resolve()]))
    expect(whole.current == nil)
    expectEqual(counter.built, 0)

    expectEqual([whole.resolve(), whole.resolve(), Owner(whole).value].map(\.serial), [2, 2, 2])
    expect(whole.current?.parts.first as? CountedObject === part.current as? CountedObject)
    expectEqual(counter.built, 2)
  }

  @Test func singletonIsRetainedByItsInjection() {
    weak let global = published.resolve()
    expectEqual(global?.number, 7)
    expect(published.resolve() === global)

    var injection: Injection? = Injection(strategy: .singleton, instance: CountedObject(counter))
    weak let first = injection?.resolve()
    expect(first != nil)
    expect(injection?.resolve() === first)

    injection = nil

    expect(injection == nil)
    expectEqual(counter.alive, 0)
  }
}
