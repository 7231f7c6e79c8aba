import Testing
import Vial

/// Cancelling the last observer discards the events that have not been delivered, which can own scopes (rules 28 and 30).
@MainActor struct LastObserverTests {
  /// The action of an instance that is released when the events are discarded.
  enum Reaction: CaseIterable, Codable {
    case observes, observesAndResolves, opensAScope, cancelsAgain, clears, overrides
  }

  /// Uses injections in the deinitializer of an instance in a scope that only an event retains.
  private static func cancelLastObserver(
    _ reaction: Reaction,
    _ surroundings: (@escaping @MainActor () -> Void) -> Void
  ) -> Int {
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
    return received - earlier
  }

  @Test(arguments: Reaction.allCases)
  func lastObserverCanBeCancelledInAFactoryWhileEventsOwnAScope(reaction: Reaction) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [reaction = reaction as Reaction] in
      await MainActor.run {
        let received = Self.cancelLastObserver(reaction) { body in
          let injection = Injection(strategy: .singleton) {
            body()
            return 1
          }
          _ = injection.resolve()
        }
        let expected = reaction == .observes || reaction == .observesAndResolves ? 1 : 0
        if received != expected { fatalError("The observers received \(received) events.") }
      }
    }
    expect(standardError(of: result).isEmpty)
  }

  @Test(arguments: Reaction.allCases)
  func lastObserverCanBeCancelledInAReleaseActionWhileEventsOwnAScope(reaction: Reaction) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [reaction = reaction as Reaction] in
      await MainActor.run {
        let received = Self.cancelLastObserver(reaction) { body in
          let injection = Injection(strategy: .singleton, instance: 1).onRelease { _ in body() }
          _ = injection.resolve()
          injection.clear()
        }
        let expected = reaction == .observes || reaction == .observesAndResolves ? 1 : 0
        if received != expected { fatalError("The observers received \(received) events.") }
      }
    }
    expect(standardError(of: result).isEmpty)
  }

  @Test func observerThatIsAddedDuringAnOperationReceivesNoEarlierEvent() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let number = Injection(strategy: .singleton, instance: 1)
        let first = Injections.observe { _ in }
        var declarations: [InjectionDeclaration] = []
        let outer = Injection(strategy: .singleton, fileID: "App/Outer.swift", line: 1) {
          _ = number.resolve()
          first.cancel()
          Injections.observe { event in
            if case .built(let resolution, _, _, _) = event { declarations.append(resolution.declaration) }
          }
          return 1
        }
        _ = outer.resolve()
        let isRight = declarations.allSatisfy { $0.description.contains("App/Outer.swift:1") }
        if !isRight { fatalError("An observer received an event from before its observation.") }
      }
    }
  }
}
