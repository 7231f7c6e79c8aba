import Testing
import Vial

/// Two services that refer to each other, one of them through a weak consumer (rule 11).
@MainActor struct WeakInstanceLifetimeTests {
  let counter = InstanceCounter()

  @Test func servicesThatReferToEachOtherThroughAWeakConsumerDoNotLeak() {
    let services = Services(counter)
    var flow: Flow? = services.flow.resolve()
    let step = flow?.step
    expect(step?.flow === flow)
    expect(step?.flow?.step === step)
    expectEqual(counter.alive, 2)

    flow = nil
    expect(step?.flow == nil)
    expect(services.flow.current == nil)
    expectEqual(counter.alive, 1)

    let next = services.flow.resolve()
    expect(next.step === step)
    expect(step?.flow == nil)
    step?.findFlow()
    expect(step?.flow === next)
  }
}

@MainActor private final class Services {
  let flow: Injection<Flow>

  init(_ counter: InstanceCounter) {
    let flow = Variable<Injection<Flow>?>(nil)
    let step = Injection<Step>(strategy: .shared) {
      Step(counter, flow.content ?? Injection(strategy: .onDemand) { fatalError("no flow") })
    }
    self.flow = Injection(strategy: .shared, instance: Flow(counter, step))
    flow.content = self.flow
  }
}

@MainActor private final class Flow {
  @Instance var step: Step
  private let object: CountedObject

  init(_ counter: InstanceCounter, _ step: Injection<Step>) {
    object = CountedObject(counter)
    _step = Instance(step)
  }
}

@MainActor private final class Step {
  @WeakInstance var flow: Flow?
  private let object: CountedObject

  init(_ counter: InstanceCounter, _ flow: Injection<Flow>) {
    object = CountedObject(counter)
    _flow = WeakInstance(flow)
  }

  func findFlow() { $flow.reset() }
}
