import Testing
import Vial

/// An observer receives the events between its addition and its cancellation, also while events are delivered (rule 28).
@MainActor struct ObserverCancellationTests {
  private let injection = Injection(strategy: .onDemand, instance: 1)

  @Test func remainingObserversReceiveEventsInOrderAfterEachCancellation() {
    let count = TestSize.of(40, thorough: 100)
    let orders = [
      Array(0..<count), (0..<count).reversed(), (0..<count).map { $0 * 37 % count },
      Array(stride(from: 0, to: count, by: 2)) + Array(stride(from: 1, to: count, by: 2)),
    ]
    for (index, order) in orders.enumerated() {
      var received: [Int] = []
      let observations = (0..<count).map { number in Injections.observe { _ in received.append(number) } }
      var remaining = Set(0..<count)
      for number in order {
        expect(observations[number].cancel(), "order \(index)")
        expect(!observations[number].cancel(), "order \(index)")
        remaining.remove(number)
        received = []
        _ = injection.resolve()
        expectEqual(received, remaining.sorted(), "order \(index)")
      }
    }
  }

  @Test func observerCanCancelAllOthersOrItselfDuringADelivery() {
    for canceller in [0, 1, 2, 5, 9] {
      for includesItself in [false, true] {
        var received: [Int] = []
        let observations = Variable<[InjectionObservation]>([])
        for number in 0..<10 {
          observations.content.append(
            Injections.observe { _ in
              received.append(number)
              guard number == canceller else { return }
              for other in 0..<10 where other != canceller || includesItself { observations.content[other].cancel() }
            }
          )
        }
        _ = injection.resolve()
        expectEqual(received, Array(0...canceller))
        received = []
        _ = injection.resolve()
        expectEqual(received, includesItself ? [] : [canceller])
        observations.content[canceller].cancel()
      }
    }
  }

  @Test func observerReceivesNoEventsFromBeforeItsAddition() {
    var late: [InjectionEvent] = []
    var observations: [InjectionObservation] = []
    let observation = Injections.observe { _ in
      if observations.isEmpty { observations.append(Injections.observe { late.append($0) }) }
    }
    _ = injection.resolve()
    observation.cancel()
    expect(late.isEmpty)
    _ = injection.resolve()
    expectEqual(late.summaries, ["built Int as Int"])

    late = []
    let whole = Injection(strategy: .onDemand) { [injection] in
      _ = injection.resolve()
      observations.append(Injections.observe { late.append($0) })
      return "whole"
    }
    observations[0].cancel()
    _ = events { _ = whole.resolve() }
    observations[1].cancel()
    expectEqual(late.summaries, ["built String as String"])
  }

  @Test func cancelledObserversAreReleased() {
    let counter = InstanceCounter()
    func observe() -> InjectionObservation {
      let probe = CountedObject(counter)
      return Injections.observe { _ in _ = probe }
    }
    let observations = (0..<10).map { _ in observe() }

    for index in 0..<10 {
      observations[index].cancel()
      expectEqual(counter.alive, 9 - index)
    }
  }

  @Test func deinitializerOfACancelledObserverCanCancelOthersAndObserve() {
    var received = 0
    let observations = Variable<[InjectionObservation]>([])
    var late: InjectionObservation?
    do {
      let probe = OnDeinit {
        for observation in observations.content { observation.cancel() }
        late = Injections.observe { _ in received += 1 }
      }
      observations.content.append(Injections.observe { _ in withExtendedLifetime(probe) {} })
    }
    for _ in 0..<5 { observations.content.append(Injections.observe { _ in received += 100 }) }

    expect(observations.content[0].cancel())
    _ = injection.resolve()

    expectEqual(received, 1)
    expectEqual(late?.cancel(), true)
  }
}
