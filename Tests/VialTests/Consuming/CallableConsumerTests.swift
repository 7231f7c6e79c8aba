import Testing
import Vial

/// Consumers that a closure captures and calls later.
@MainActor struct CallableConsumerTests {
  private let name = Injection(strategy: .singleton, instance: "live")

  @Test func closureResolvesInTheScopeInWhichItWasCreated() {
    let closures = withOverrideScope {
      name.override(with: "mock")
      return (
        captured: { [name = Instance(name)] in name() },
        plain: { [name] in name.resolve() }
      )
    }

    expectEqual(closures.captured(), "mock")
    expectEqual(closures.plain(), "live")
  }

  @Test func callKeepsTheInstanceOfTheFirstCall() {
    let counter = Box(0)
    let number = Injection(strategy: .onDemand) {
      counter.content += 1
      return counter.content
    }
    let closure = { [number = Instance(number)] in number() }

    expectEqual([closure(), closure()], [1, 1])
  }

  @Test func callBuildsNothingBeforeTheFirstCall() {
    let object = Injection(strategy: .singleton) { InstanceCounter() }
    let consumer = Instance(object)
    expect(object.current == nil)

    let instance = consumer()

    expect(object.current === instance)
  }

  @Test func weakConsumerReturnsNilAfterItsInstanceWasDeallocated() {
    let object = Injection(strategy: .shared) { InstanceCounter() }
    let closure = { [object = WeakInstance(object)] in object() }
    var holder: InstanceCounter? = object.resolve()

    expect(closure() === holder)
    holder = nil

    expect(closure() == nil)
  }
}
