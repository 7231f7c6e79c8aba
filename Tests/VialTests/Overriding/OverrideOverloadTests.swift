import Testing
import Vial

/// The overload of `override(with:)` that the compiler selects (rule 13).
@MainActor struct OverrideOverloadTests {
  let counter = InstanceCounter()

  @Test func ignoredParameterIsTheLazyOriginal() {
    let injection = Injection<any Named>(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: { _ in Sample(counter, "mock") })

    expectEqual(injection.resolve().serial, 1)
  }

  @Test func ignoredParameterOfSeveralStatementsIsTheLazyOriginal() {
    let injection = Injection<any Named>(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: { _ in
      let mock = Sample(counter, "mock")
      return mock
    })

    expectEqual(injection.resolve().serial, 1)
  }

  @Test func parameterUsedAsTheValueIsTheInstance() {
    final class Keyed {
      var key = ""
      func setKey(_ key: String) { self.key = key }
    }
    let injection = Injection(strategy: .singleton, instance: Keyed())
    let original = injection.resolve()

    injection.override(with: { service in
      service.setKey("k")
      return service
    })

    expect(injection.resolve() === original)
    expectEqual(original.key, "k")
  }

  @Test func identityClosureReturnsTheOriginal() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = injection.resolve()
    injection.override(with: { x in x })

    expect(injection.resolve() === original)
  }

  @Test func anonymousParameterCanBeTheValueOrTheOriginal() {
    let injection = Injection(strategy: .singleton, instance: 1)
    injection.override(with: { $0 + 1 })
    injection.override(with: { $0.resolve() * 10 })

    expectEqual(injection.resolve(), 20)
  }

  @Test func trailingClosureCanReceiveTheValueOrTheOriginal() {
    let injection = Injection(strategy: .singleton, instance: 1)
    injection.override { $0.resolve() + 1 }
    injection.override { value in value * 10 }
    injection.override(with: { value in value + 3 }, strategy: .onDemand)

    expectEqual(injection.resolve(), 23)
  }

  @Test func namedFunctionCanDecorate() {
    func decorate(_ value: Int) -> Int { value + 1 }
    func wrap(_ original: borrowing Original<Int>) -> Int { original.resolve() * 10 }
    let stored: @MainActor (Int) -> Int = { $0 - 3 }
    let injection = Injection(strategy: .singleton, instance: 1)

    injection.override(with: decorate)
    injection.override(with: wrap)
    injection.override(with: stored)

    expectEqual(injection.resolve(), 17)
  }

  @Test func closureInjectionAcceptsEachOverload() {
    let injection = Injection<() -> Int>(strategy: .singleton, instance: { 1 })
    let other = { 7 }

    injection.override(with: { 2 })
    expectEqual(injection.resolve()(), 2)
    injection.override(with: { _ in { 3 } })
    expectEqual(injection.resolve()(), 3)
    injection.override(with: { below in { below() + 1 } })
    expectEqual(injection.resolve()(), 4)
    injection.override(with: { original in
      let below = original.resolve()
      return { below() + 1 }
    })
    expectEqual(injection.resolve()(), 5)
    injection.override(with: other)
    expectEqual(injection.resolve()(), 7)
    injection.override(with: { x in x })
    expectEqual(injection.resolve()(), 7)
  }

  @Test func injectionOfAClosureWithAParameterAcceptsEachOverload() {
    let injection = Injection<(Int) -> Int>(strategy: .singleton, instance: { $0 })
    func double(_ number: Int) -> Int { number * 2 }

    injection.override(with: { number in number + 1 })
    expectEqual(injection.resolve()(1), 2)
    injection.override(with: double)
    expectEqual(injection.resolve()(3), 6)
    injection.override(with: { below in { below($0) + 1 } })
    expectEqual(injection.resolve()(3), 7)
    injection.override(with: { x in x })
    expectEqual(injection.resolve()(3), 7)
  }

  @Test func asynchronousClosureInjectionCanBeOverridden() async {
    let injection = Injection<@Sendable () async -> Int>(strategy: .singleton, instance: { 1 })
    injection.override(with: { 2 })
    let closure = injection.resolve()
    injection.rollbackOverride()

    expectEqual(await closure(), 2)
  }

  @Test func anyInjectionAcceptsEachOverload() {
    let injection = Injection<Any>(strategy: .singleton, instance: 1)

    injection.override(with: 2)
    expectEqual(injection.resolve() as? Int, 2)
    injection.override(with: { _ in "mock" })
    expectEqual(injection.resolve() as? String, "mock")
    injection.override(with: { x in x })
    expectEqual(injection.resolve() as? String, "mock")
    injection.override(with: { original in [original.resolve()] })
    expectEqual((injection.resolve() as? [Any])?.first as? String, "mock")
    injection.override(with: Injection<Any>(strategy: .singleton, instance: 3))
    expectEqual(injection.resolve() as? Int, 3)
  }

  @Test func optionalAnyInjectionAcceptsEachOverload() {
    let injection = Injection<Any?>(strategy: .singleton, instance: nil)
    expect(injection.resolve() == nil)

    injection.override(with: 2)
    expectEqual(injection.resolve() as? Int, 2)
    injection.override(with: nil)
    expect(injection.resolve() == nil)
    injection.override(with: { _ in "mock" })
    expectEqual(injection.resolve() as? String, "mock")
    injection.override(with: { _ in nil })
    expect(injection.resolve() == nil)
    injection.override(with: { x in x ?? "fallback" })
    expectEqual(injection.resolve() as? String, "fallback")
  }

  @Test func anySendableInjectionAcceptsEachOverload() {
    let injection = Injection<any Sendable>(strategy: .singleton, instance: 1)

    injection.override(with: "value")
    expectEqual(injection.resolve() as? String, "value")
    injection.override(with: { _ in 5 })
    expectEqual(injection.resolve() as? Int, 5)
    injection.override(with: { x in x })
    expectEqual(injection.resolve() as? Int, 5)
    injection.override(with: Injection<any Sendable>(strategy: .onDemand, instance: 6))
    expectEqual(injection.resolve() as? Int, 6)
  }

  @Test func optionalInjectionAcceptsEachOverload() {
    let injection = Injection<Int?>(strategy: .singleton, instance: 1)

    injection.override(with: nil)
    expect(injection.resolve() == nil)
    injection.override(with: 2)
    expectEqual(injection.resolve(), 2)
    injection.override(with: { _ in nil })
    expect(injection.resolve() == nil)
    injection.override(with: { value in value ?? 9 })
    expectEqual(injection.resolve(), 9)
    injection.override(with: { $0.resolve().map { $0 + 1 } })
    expectEqual(injection.resolve(), 10)
  }

  @Test func tupleInjectionAcceptsEachOverload() {
    let injection = Injection<(Int, String)>(strategy: .singleton, instance: (1, "a"))

    injection.override(with: (2, "b"))
    expect(injection.resolve() == (2, "b"))
    injection.override(with: { _ in (3, "c") })
    expect(injection.resolve() == (3, "c"))
    injection.override(with: { pair in (pair.0 + 1, pair.1) })
    expect(injection.resolve() == (4, "c"))
    injection.override(with: { (number, text) in (number + 1, text + "!") })
    expect(injection.resolve() == (5, "c!"))
  }

  @Test func arrayInjectionCanBeDecorated() {
    let injection = Injection<[any Named]>(strategy: .singleton, instance: [])

    injection.override(with: [Sample(counter)])
    injection.override(with: { $0 + [CountedObject(counter)] })

    expectEqual(injection.resolve().map(\.serial), [1, 2])
  }
}
