import Testing
import Vial

@MainActor private let counter = Injection(strategy: .singleton, instance: 1)

@MainActor struct InjectionTests {
  private let publications = Publications()

  @Test func globalInjectionResolvesItsInstance() async {
    expectEqual(counter.resolve(), 1)
    expectEqual(await Task.detached { await counter.resolve() }.value, 1)
  }

  @Test(arguments: PublicationStyle.allCases, Strategies.retaining)
  func nilIsCached(style: PublicationStyle, strategy: InjectionStrategy) {
    var built = 0
    let injection = publications.publish(style, strategy) {
      built += 1
      return nil as CountedObject?
    }

    for turn in 1...2 {
      expect(injection.current == nil)
      expect(injection.resolve() == nil)
      expect(injection.resolve() == nil)
      expect(injection.current != nil)
      expectEqual(built, turn)
      injection.clear()
    }
  }

  /// The meaning of a closure that is passed to an initializer.
  @Test func closureIsTheFactoryOrTheInstance() {
    var built = 0
    let number = Injection(strategy: .singleton) {
      built += 1
      return built + 1
    }
    let any = Injection<Any>(strategy: .singleton) {
      let number = 1
      return number + 1
    }
    let optional = Injection<Any?>(strategy: .singleton) { nil }
    expect(type(of: number) == Injection<Int>.self)
    expectEqual([number.resolve(), number.resolve()], [2, 2])
    expectEqual(any.resolve() as? Int, 2)
    expect(optional.resolve() == nil)

    let function: () -> Int = { 6 }
    let closures = [
      Injection<() -> Int>(strategy: .singleton) {
        built += 1
        return { 4 }
      },
      Injection<() -> Int>(strategy: .singleton) { { 5 } },
      Injection(strategy: .singleton, instance: function),
      Injection<() -> Int>(strategy: .singleton, instance: { 7 }),
    ]
    expectEqual(closures.map { $0.resolve()() }, [4, 5, 6, 7])
    expectEqual(closures.map { $0.resolve()() }, [4, 5, 6, 7])
    expectEqual(built, 2)
    let anyResult = Injection<() -> Any>(strategy: .singleton) { { 8 } }
    expectEqual(anyResult.resolve()() as? Int, 8)
  }

  @Test func injectionsAreEqualIfTheyAreTheSame() {
    let injection = Injection(strategy: .singleton, instance: 1)
    let copy = injection.allowLiveInTests()
    expectEqual(Set([injection, copy, injection]).count, 2)
    expect(injection != copy)
  }
}
