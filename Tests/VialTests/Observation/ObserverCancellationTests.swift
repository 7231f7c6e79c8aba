import Testing
import Vial

/// Observers that are cancelled in any order, and while events are delivered (rule 28).
@MainActor struct ObserverCancellationTests {
  private let injection = Injection(strategy: .onDemand, instance: 1)

  enum Order: CaseIterable {
    case oldestFirst, newestFirst, shuffled, everySecond
  }

  private func order(_ order: Order, of count: Int) -> [Int] {
    switch order {
    case .oldestFirst: Array(0..<count)
    case .newestFirst: (0..<count).reversed()
    case .shuffled: (0..<count).map { $0 * 37 % count }
    case .everySecond: Array(stride(from: 0, to: count, by: 2)) + Array(stride(from: 1, to: count, by: 2))
    }
  }

  @Test(arguments: Order.allCases) func remainingObserversReceiveEventsAfterEachCancellation(order: Order) {
    let count = TestSize.of(40, thorough: 100)
    var received: [Int] = []
    let observations = (0..<count).map { number in Injections.observe { _ in received.append(number) } }
    var remaining = Set(0..<count)

    for number in self.order(order, of: count) {
      expect(observations[number].cancel())
      expect(!observations[number].cancel())
      remaining.remove(number)
      received = []
      _ = injection.resolve()
      expectEqual(received, remaining.sorted())
    }

    expect(remaining.isEmpty)
  }

  @Test func observersThatAreAddedBetweenCancellationsReceiveEventsInOrder() {
    var received: [Int] = []
    var observations: [(number: Int, observation: InjectionObservation)] = []
    for number in 0..<200 {
      observations.append((number, Injections.observe { _ in received.append(number) }))
      if number % 3 != 0 { observations.remove(at: number % observations.count).observation.cancel() }
      received = []
      _ = injection.resolve()
      expectEqual(received, observations.map(\.number))
    }
    for (_, observation) in observations { expect(observation.cancel()) }
  }

  @Test(arguments: [0, 1, 2, 5, 9]) func observerCanCancelAllOthersDuringADelivery(canceller: Int) {
    var received: [Int] = []
    let observations = Box<[InjectionObservation]>([])
    for number in 0..<10 {
      observations.content.append(
        Injections.observe { _ in
          received.append(number)
          guard number == canceller else { return }
          for other in 0..<10 where other != canceller { observations.content[other].cancel() }
        }
      )
    }
    defer { observations.content[canceller].cancel() }

    _ = injection.resolve()
    expectEqual(received, Array(0...canceller))
    received = []
    _ = injection.resolve()

    expectEqual(received, [canceller])
  }

  @Test func cancelledObserversAreReleasedWhileOthersRemain() {
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
    let observations = Box<[InjectionObservation]>([])
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
