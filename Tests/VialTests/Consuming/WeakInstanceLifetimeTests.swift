import Testing
import Vial

/// The lifetimes of two services that refer to each other, one of them through a weak consumer (rule 11).
@MainActor struct WeakInstanceLifetimeTests {
  let counter = InstanceCounter()

  @Test func servicesThatReferToEachOtherThroughAWeakConsumerDoNotLeak() {
    let pair = Pair(counter)
    var flow: Flow? = pair.flow.resolve()
    let step = flow?.step
    expect(step?.flow === flow)
    expect(step?.flow?.step === step)
    expectEqual(counter.alive, 2)

    flow = nil
    expect(step?.flow == nil)
    expect(pair.flow.current == nil)
    expectEqual(counter.alive, 1)

    let next = pair.flow.resolve()
    expect(next.step === step)
    expect(step?.flow == nil)
    step?.findFlow()
    expect(step?.flow === next)
  }

  @Test func servicesWithStrongConsumersOfEachOtherLeak() throws {
    let pair = Pair(counter)

    weak var flow: Flow?
    do {
      let built = pair.flow.resolve()
      _ = built.step.strongFlow
      flow = built
    }

    let survivor = try #require(flow)
    expectEqual(counter.alive, 2)
    survivor.forgetStep()
    _ = consume survivor
    expectEqual(counter.alive, 0)
  }

  @Test func weakConsumerIsNilInTheDeinitializerOfItsOwner() {
    let pair = Pair(counter)
    var flow: Flow? = pair.flow.resolve()
    _ = flow?.step.flow
    flow?.step.onDeinit = { step in
      pair.deinitialized.content.append(step.flow == nil ? "no flow" : "a flow")
    }

    flow = nil

    expect(flow == nil)
    expectEqual(pair.deinitialized.content, ["flow", "no flow", "step"])
    expectEqual(counter.alive, 0)
  }

  @Test func deinitializerCanReadAWeakConsumerForTheFirstTime() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    var read: Int?
    var owner: OwnerWithDeinitializer? = OwnerWithDeinitializer(injection) { read = $0?.serial }

    owner = nil

    expect(owner == nil)
    expectEqual(read, 1)
    expectEqual(counter.alive, 1)
  }

  @Test func overrideAppliesToBothServicesThatReferToEachOther() {
    let pair = Pair(counter)
    let mock = Flow(counter, pair.deinitialized, pair.step)
    pair.flow.override(with: mock)
    defer { pair.flow.rollbackOverride() }

    let step = pair.step.resolve()

    expect(step.flow === mock)
    expect(mock.step === step)
  }
}

/// A flow with a consumer of its step, and a step with a weak and a strong consumer of its flow.
@MainActor private final class Pair {
  let deinitialized = Box<[String]>([])
  let flow: Injection<Flow>
  let step: Injection<Step>

  init(_ counter: InstanceCounter) {
    let deinitialized = deinitialized
    let flow = Box<Injection<Flow>?>(nil)
    let step = Injection<Step>(strategy: .shared) {
      Step(
        counter,
        deinitialized,
        flow.content ?? Injection(strategy: .onDemand) { fatalError("no flow") }
      )
    }
    self.step = step
    self.flow = Injection(strategy: .shared, instance: Flow(counter, deinitialized, step))
    flow.content = self.flow
  }
}

@MainActor private final class Flow {
  @Instance var step: Step
  private let counter: InstanceCounter
  private let deinitialized: Box<[String]>

  init(_ counter: InstanceCounter, _ deinitialized: Box<[String]>, _ step: Injection<Step>) {
    counter.alive += 1
    self.counter = counter
    self.deinitialized = deinitialized
    _step = Instance(step)
  }

  func forgetStep() {
    $step.reset()
  }

  deinit {
    MainActor.assumeIsolated {
      deinitialized.content.append("flow")
      counter.alive -= 1
    }
  }
}

@MainActor private final class Step {
  @WeakInstance var flow: Flow?
  @Instance var strongFlow: Flow
  var onDeinit: (@MainActor (Step) -> Void)?
  private let counter: InstanceCounter
  private let deinitialized: Box<[String]>

  init(_ counter: InstanceCounter, _ deinitialized: Box<[String]>, _ flow: Injection<Flow>) {
    counter.alive += 1
    self.counter = counter
    self.deinitialized = deinitialized
    _flow = WeakInstance(flow)
    _strongFlow = Instance(flow)
  }

  func findFlow() {
    $flow.reset()
  }

  deinit {
    MainActor.assumeIsolated {
      onDeinit?(self)
      deinitialized.content.append("step")
      counter.alive -= 1
    }
  }
}

@MainActor private final class OwnerWithDeinitializer {
  @WeakInstance var value: CountedObject?
  private let onDeinit: (CountedObject?) -> Void

  init(_ injection: Injection<CountedObject>, _ onDeinit: @escaping (CountedObject?) -> Void) {
    _value = WeakInstance(injection)
    self.onDeinit = onDeinit
  }

  deinit {
    MainActor.assumeIsolated { onDeinit(value) }
  }
}
