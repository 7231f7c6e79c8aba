import Testing
import Vial

/// Printing an owner shows the instances of its consumers, and evaluates no expression.
@MainActor struct ConsumerPrintingTests {
  final class Screen {
    @Instance var number: Int
    @WeakInstance var probe: CountedObject?

    init(
      _ number: @escaping @MainActor () -> Injection<Int>,
      _ probe: @escaping @MainActor () -> Injection<CountedObject>
    ) {
      _number = Instance(number())
      _probe = WeakInstance(probe())
    }
  }

  @Test func dumpingAnOwnerEvaluatesNoExpression() {
    var evaluations = 0
    let number = Injection(strategy: .singleton, instance: 7)
    let probe = Injection(strategy: .shared, instance: CountedObject(InstanceCounter()))
    let screen = Screen(
      {
        evaluations += 1
        return number
      },
      {
        evaluations += 1
        return probe
      }
    )

    var text = ""
    dump(screen, to: &text)
    expect(text.contains("not resolved"))
    expectEqual(evaluations, 0)
    expect(number.current == nil)
    expect(probe.current == nil)
  }

  @Test func dumpingAnOwnerShowsTheInstanceThatWasRead() {
    let number = Injection(strategy: .singleton, instance: 7)
    let screen = Screen(
      { number },
      { Injection(strategy: .shared, instance: CountedObject(InstanceCounter())) }
    )
    _ = screen.number

    var text = ""
    dump(screen, to: &text)
    expect(text.contains("7"))
  }
}
