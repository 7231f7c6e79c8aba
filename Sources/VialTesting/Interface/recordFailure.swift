import Vial

/// Records the failure of an expectation, at the line of the call.
@MainActor func recordFailure(_ id: Report.ID, _ event: String, facts: [String], fix: String, at call: CallLocation) {
  Report(
    id: id,
    subject: .unlimited,
    effect: .fails,
    attribution: .ofRunningCode,
    place: call,
    event: event,
    facts: facts,
    fixes: [fix]
  ).deliver()
}
