import Testing
import Vial

/// Consumers that a closure captures and calls later, and the texts that consumers print.
@MainActor struct CapturedConsumerTests {
  @Test func closureResolvesInTheScopeInWhichItWasCreated() {
    let name = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()
    let closures = scope.run {
      (
        first: { [name = Instance(name)] in name() }, current: { [name = DynamicInstance(name)] in name() },
        plain: { name.resolve() }
      )
    }
    expect(scope.run { name.current } == nil)
    expectEqual(closures.current(), "live")
    expect(scope.run { name.current } == "live")

    scope.run { _ = name.override(with: "mock") }
    expectEqual([closures.first(), closures.current(), closures.plain()], ["mock", "mock", "live"])
    scope.run { _ = name.override(with: "second mock") }

    expectEqual([closures.first(), closures.current(), closures.plain()], ["mock", "second mock", "live"])
  }

  @Test func closureWithAWeakConsumerReturnsNilAfterItsInstanceWasDeallocated() {
    let object = Injection(strategy: .shared) { InstanceCounter() }
    let closure = { [object = WeakInstance(object)] in object() }
    var holder: InstanceCounter? = object.resolve()

    expect(closure() === holder)
    holder = nil

    expect(closure() == nil)
  }

  // MARK: Printing

  private func lines(of subject: some Any) -> [String] {
    var text = ""
    dump(subject, to: &text)
    return text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func dumpHasOnlyTheInstanceAndEvaluatesNoExpression() {
    var evaluations = 0
    func evaluate<Value>(_ instance: Value) -> Injection<Value> {
      evaluations += 1
      return Injection(strategy: .singleton, instance: instance)
    }
    let (consumer, dynamic) = (Instance(evaluate(7)), DynamicInstance(evaluate(7)))
    let object = Injection(strategy: .shared, instance: OnDeinit {})
    let weakConsumer = WeakInstance(object)
    let notResolved = ["  - value: \"not resolved\""]
    expectEqual(lines(of: consumer), notResolved)
    expectEqual(lines(of: dynamic), notResolved)
    expectEqual(lines(of: weakConsumer), notResolved)
    expectEqual(evaluations, 0)
    expect(object.current == nil)

    expectEqual([consumer.wrappedValue, dynamic.wrappedValue], [7, 7])
    var held = weakConsumer.wrappedValue
    expectEqual(lines(of: consumer), ["  - value: 7"])
    expectEqual(lines(of: dynamic), notResolved)
    expect(lines(of: weakConsumer).contains { $0.contains("value: VialTests.OnDeinit") })
    withExtendedLifetime(held) {}
    held = nil
    dynamic.wrappedValue = 8

    expectEqual(lines(of: dynamic), ["  - value: 8"])
    expectEqual(lines(of: weakConsumer), notResolved)
  }
}
