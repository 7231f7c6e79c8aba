import Testing
import Vial

/// Cancelling the last observer discards the events that have not been delivered, which can own scopes (rules 28 and 30).
///
/// The programs run in other processes, where no other test observes.
@MainActor struct LastObserverTests {
  /// The action of an instance that is released when the events are discarded.
  enum Reaction: CaseIterable {
    case observes, observesAndResolves, opensAScope, cancelsAgain, clears, overrides
  }

  /// Uses injections in the deinitializer of an instance in a scope that only an event retains.
  ///
  /// Stops the program unless the deinitializer runs once, and its observers receive the next event only.
  private static func cancelLastObserver(
    _ reaction: Reaction,
    in surroundings: (@escaping @MainActor () -> Void) -> Void
  ) {
    let number = Injection(strategy: .singleton, instance: 1)
    var received = 0
    var observation: InjectionObservation?
    observation = Injections.observe { _ in }
    var releases = 0
    let service = Injection(strategy: .singleton) {
      OnDeinit {
        releases += 1
        switch reaction {
        case .observes: Injections.observe { _ in received += 1 }
        case .observesAndResolves:
          Injections.observe { _ in received += 1 }
          _ = number.resolve()
        case .opensAScope: withOverrideScope { _ = number.resolve() }
        case .cancelsAgain: if observation?.cancel() != false { fatalError("It was cancelled already.") }
        case .clears: number.clear()
        case .overrides: number.override(with: 2).rollback()
        }
      }
    }
    surroundings {
      // Nothing but the event retains the scope.
      OverrideScope(.isolated).run { _ = service.resolve() }
      observation?.cancel()
    }
    if releases != 1 { fatalError("The scope was not released.") }
    let earlier = received
    _ = number.resolve()
    let expected = reaction == .observes || reaction == .observesAndResolves ? 1 : 0
    if received - earlier != expected { fatalError("The observers received \(received - earlier) events.") }
  }

  @Test(.exitTest) func lastObserverCanBeCancelledWhileEventsOwnAScope() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        for reaction in Reaction.allCases {
          ForkedProcess.writeFailure(of: "In a factory, the instance \(reaction)") {
            Self.cancelLastObserver(reaction) { cancel in Injection(strategy: .singleton) { cancel() }.resolve() }
          }
          ForkedProcess.writeFailure(of: "In a release action, the instance \(reaction)") {
            Self.cancelLastObserver(reaction) { cancel in
              let injection = Injection(strategy: .singleton, instance: 1).onRelease { _ in cancel() }
              _ = injection.resolve()
              injection.clear()
            }
          }
        }
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test(.exitTest) func observerThatReplacesTheLastOneReceivesNoEarlierEvent() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let number = Injection(strategy: .singleton, instance: 1)
        let first = Injections.observe { _ in fatalError("The observer is cancelled before the delivery.") }
        var received: [InjectionEvent] = []
        let outer = Injection(strategy: .singleton) {
          _ = number.resolve()
          first.cancel()
          Injections.observe { received.append($0) }
          return "outer"
        }
        _ = outer.resolve()
        precondition(received.summaries == ["built String as String"])
      }
    }
  }
}
