import Testing
import Vial

/// The overload of `override(with:)` that the compiler selects (rule 13).
@MainActor struct OverrideOverloadTests {
  let counter = InstanceCounter()

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
    injection.override(with: { x in x })

    expect(injection.resolve() === original)
    expectEqual(original.key, "k")
  }

  @Test func parameterOrFunctionCanReceiveTheValueOrTheOriginal() {
    func decorate(_ value: Int) -> Int { value + 1 }
    func wrap(_ original: borrowing Original<Int>) -> Int { original.resolve() * 10 }
    let stored: @MainActor (Int) -> Int = { $0 - 3 }
    let injection = Injection(strategy: .singleton, instance: 1)

    injection.override(with: { $0 + 1 })
    injection.override(with: { $0.resolve() * 10 })
    expectEqual(injection.resolve(), 20)
    injection.override { $0.resolve() + 1 }
    injection.override { value in value * 10 }
    injection.override(with: { value in value + 3 }, strategy: .onDemand)
    expectEqual(injection.resolve(), 213)
    injection.override(with: decorate)
    injection.override(with: wrap)
    injection.override(with: stored)
    expectEqual(injection.resolve(), 2_137)
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

  @Test func existentialInjectionAcceptsEachOverload() {
    let named = Injection<any Named>(strategy: .singleton, instance: CountedObject(counter))
    named.override(with: { _ in Sample(counter, "mock") })
    expectEqual(named.resolve().serial, 1, "An ignored parameter is the lazy original.")
    named.override(with: { _ in
      let mock = Sample(counter, "mock")
      return mock
    })
    expectEqual(named.resolve().serial, 2)

    let any = Injection<Any>(strategy: .singleton, instance: 1)
    any.override(with: 2)
    expectEqual(any.resolve() as? Int, 2)
    any.override(with: { _ in "mock" })
    expectEqual(any.resolve() as? String, "mock")
    any.override(with: { x in x })
    expectEqual(any.resolve() as? String, "mock")
    any.override(with: { original in [original.resolve()] })
    expectEqual((any.resolve() as? [Any])?.first as? String, "mock")
    any.override(with: Injection<Any>(strategy: .singleton, instance: 3))
    expectEqual(any.resolve() as? Int, 3)

    let sendable = Injection<any Sendable>(strategy: .singleton, instance: 1)
    sendable.override(with: "value")
    expectEqual(sendable.resolve() as? String, "value")
    sendable.override(with: { _ in 5 })
    expectEqual(sendable.resolve() as? Int, 5)
    sendable.override(with: { x in x })
    expectEqual(sendable.resolve() as? Int, 5)
    sendable.override(with: Injection<any Sendable>(strategy: .onDemand, instance: 6))
    expectEqual(sendable.resolve() as? Int, 6)
  }

  @Test func optionalInjectionAcceptsEachOverload() {
    let any = Injection<Any?>(strategy: .singleton, instance: nil)
    expect(any.resolve() == nil)
    any.override(with: 2)
    expectEqual(any.resolve() as? Int, 2)
    any.override(with: nil)
    expect(any.resolve() == nil)
    any.override(with: { _ in "mock" })
    expectEqual(any.resolve() as? String, "mock")
    any.override(with: { _ in nil })
    expect(any.resolve() == nil)
    any.override(with: { x in x ?? "fallback" })
    expectEqual(any.resolve() as? String, "fallback")

    let number = Injection<Int?>(strategy: .singleton, instance: 1)
    number.override(with: nil)
    expect(number.resolve() == nil)
    number.override(with: 2)
    expectEqual(number.resolve(), 2)
    number.override(with: { _ in nil })
    expect(number.resolve() == nil)
    number.override(with: { value in value ?? 9 })
    expectEqual(number.resolve(), 9)
    number.override(with: { $0.resolve().map { $0 + 1 } })
    expectEqual(number.resolve(), 10)
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
}
