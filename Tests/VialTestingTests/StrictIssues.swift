import Testing
import VialTesting

/// Runs work as the body of a test with traits, and returns the issues that the traits recorded.
///
/// Without a trait it is a strict test. With several the first is the outermost, as a suite's is.
///
/// The issues are known ones of the test that asks: its own stay failures. Those of detached work are
/// recorded a moment later, by a task of their own: say how many there will be.
@MainActor
func issues(
  under traits: OverrideScopeTrait...,
  expecting expected: Int = 0,
  _ body: @escaping @MainActor @Sendable () async throws -> Void,
  late: @escaping @MainActor @Sendable () async throws -> Void = {}
) async throws -> [String] {
  let test = try #require(Test.current)
  let issues = RecordedIssues()
  let (texts, found) = AsyncStream<String>.makeStream()
  let listening = Task { for await text in texts { issues.texts.append(text) } }
  try await withKnownIssue(isIntermittent: true) {
    try await runTest(under: traits.isEmpty ? [.overrideScope(.strict)] : traits, body: body)
    try await late()
    var tries = 0
    while issues.texts.count < expected, tries < 10_000 {
      tries += 1
      try await Task.sleep(for: .milliseconds(1))
    }
  } matching: { issue in
    let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
    guard comments.contains("strict override scope") else { return false }
    guard issue.sourceLocation == test.sourceLocation else { return false }
    found.yield(comments)
    return true
  }
  found.finish()
  await listening.value
  return issues.texts
}

@MainActor private final class RecordedIssues {
  var texts: [String] = []
}

/// What a strict scope says of an injection that is published in this file's module.
@MainActor
func strictText(
  _ type: String,
  _ place: String,
  isFamily: Bool = false,
  neededBy requester: String? = nil,
  isLate: Bool = false
) -> String {
  let line =
    isFamily
    ? "`family.override(with: { key in … })`, where `family`"
    : "`injection.override(with: …)`, where `injection`"
  let test = Test.current
  let late = isLate ? test.map { " (\(String(describing: $0.id))), after its end" } : nil
  return """
    \(type) (\(place)) was resolved live by the test \(test?.name ?? "")\(late ?? "")\
    \(requester.map { ", needed by \($0)" } ?? ""). The test runs in a strict override scope, where it \
    has to override all that it uses. Write in the trait's closure, or before the first use: \
    \(line) is what \(place) publishes. If it may be live, write \
    `\(isFamily ? "family" : "injection").allowLive()`.
    """
}
