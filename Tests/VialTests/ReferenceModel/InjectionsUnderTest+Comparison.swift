// The comparison of the injections under test with the reference model.

extension InjectionsUnderTest {
  /// Returns the first difference since the last comparison; `nil` if everything is as the reference model predicts.
  func difference() -> String? {
    if let mismatch { return mismatch }
    if replayedCount != model.trace.count { return "\(model.trace[replayedCount].action) was not performed" }
    if validityCheckCount != model.validityCheckCount {
      return "validity checks were evaluated \(validityCheckCount) times, expected \(model.validityCheckCount)"
    }
    let actions = releaseActions
    let expectedActions = model.releaseActions
    releaseActions = []
    model.releaseActions = []
    if actions != expectedActions { return "release actions ran for \(actions), expected \(expectedActions)" }
    let events = removeEvents()
    let predicted = model.events
    if let difference = differenceOfObservers() { return difference }
    model.events = []
    if !model.hasFinished, !PredictedEvent.matches(predicted, events) {
      return "events are \(events), expected \(predicted)"
    }
    if living == model.living { return nil }
    return "living instances are \(living.sorted()), expected \(model.living.sorted())"
  }

  private func differenceOfObservers() -> String? {
    for (number, observer) in observations {
      let predicted = model.eventCounts(of: number)
      let received = observer.count.content
      model.observers[number] = 0
      observer.count.content = 0
      if !model.hasFinished, !predicted.contains(received) {
        return "observer \(number) has received \(received) events, expected \(predicted)"
      }
    }
    return nil
  }

  /// Releases everything except the published factories and the provided implementations, and compares.
  func differenceAfterReleasingEverything() -> String? {
    model.hasFinished = true
    model.releaseEverything()
    releaseEverything()
    return difference().map { "at the end \($0)" }
  }

  /// Describes the instances that are alive after `tearDown`.
  func differenceAfterTearDown() -> String? {
    living.isEmpty ? nil : "after everything was released, these instances are alive: \(living.sorted())"
  }
}
