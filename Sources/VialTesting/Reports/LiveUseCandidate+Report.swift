import Vial

// The report about a live use. `LiveUseExplanation` has the part that depends on whose it is.

extension LiveUseCandidate {
  /// The subject of the report.
  func subject(_ attribution: Attribution) -> Report.Subject {
    switch attribution {
    case .one: .liveUse(declaration)
    case .two(_, let owner): .useOfAnotherTest(declaration, owner: owner.identity)
    case .nobody: .liveUse(declaration.family ?? declaration)
    }
  }

  /// The report about the live use, with the test because of which a use of nobody is milder than a failure.
  func report(_ effect: LiveUse, _ attribution: Attribution, because reason: TestIdentity? = nil) -> Report {
    let consumer = Engine.innermostReader
    let dependent = dependents.last { $0 != declaration }
    let caller = consumer == nil && dependent == nil ? Caller.ofResolve : nil
    let explanation = explanation(attribution)
    let place: CallLocation? =
      if attribution.test != nil {
        nil
      } else {
        placeOfNobody(consumer?.callSite ?? dependent?.callSite, caller)
      }
    var report = Report(
      id: id(explanation.id),
      subject: subject(attribution),
      effect: effect,
      attribution: attribution,
      place: place,
      injection: declaration,
      event: event(explanation.user),
      fixes: applicableFixes(explanation.fixes)
    )
    if let name = consumer?.nameInMessages ?? dependent?.description {
      report.requesters = [.consumerOrInjection(name)]
    } else if let caller {
      report.requesters = [.caller(caller.description)]
    }
    if let override = live.override { report.facts.append("Through the override at: \(override)") }
    report.facts += explanation.facts
    if case .nobody = attribution { report.facts += factsOfNobody(effect, reason) }
    report.facts += factsOfStop(effect)
    return report
  }

  private func id(_ usual: Report.ID) -> Report.ID {
    if live.isUnprovided { return .missingImplementation }
    return live.isForbidden ? .neverLive : usual
  }

  private func event(_ user: String) -> String {
    live.isUnprovided
      ? "\(declaration) is required, and no implementation was provided, for \(user)"
      : "\(declaration) was resolved live by \(user)"
  }

  /// The line of an issue that belongs to no test: the line of the consumer, of the dependent or of the call, or of the
  /// publication of the injection.
  ///
  /// It is never in a module of tests, because Swift Testing attributes an issue to the test that contains its line.
  private func placeOfNobody(_ requester: CallSite?, _ caller: Caller?) -> CallLocation {
    for place in [requester.map { CallLocation($0) }, caller?.place] {
      guard let place, !RunningTests.modules.contains(place.module), !place.module.hasSuffix("Tests") else { continue }
      return place
    }
    return CallLocation(declaration.callSite)
  }

  private func applicableFixes(_ fixes: [String]) -> [String] {
    let first = Array(fixes.prefix(1))
    if live.isUnprovided {
      return first + [
        "To make each forgotten override an issue instead, compose the application in the closure of the trait, or in setUp().",
        "For all tests, publish an instance with the injection: .when(.test, instance: …).",
      ]
    }
    return live.isForbidden ? first : fixes
  }
}
