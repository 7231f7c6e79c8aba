import Testing
import VialTesting

/// Runs work as the body of a test with the trait, and returns the issues that the trait recorded.
///
/// The issues are known ones of the test that asks: its own stay failures.
@MainActor
func issues(
  under trait: OverrideScopeTrait = .overrideScope(.strict),
  _ body: @escaping @MainActor @Sendable () async throws -> Void,
  late: @escaping @MainActor @Sendable () async throws -> Void = {}
) async throws -> [String] {
  let test = try #require(Test.current)
  let (texts, found) = AsyncStream<String>.makeStream()
  try await withKnownIssue(isIntermittent: true) {
    try await trait.provideScope(for: test, testCase: .current) {
      try await body()
    }
    try await late()
  } matching: { issue in
    let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
    guard comments.contains("strict override scope") else { return false }
    guard issue.sourceLocation == test.sourceLocation else { return false }
    found.yield(comments)
    return true
  }
  found.finish()
  var issues: [String] = []
  for await text in texts { issues.append(text) }
  return issues
}

/// What a strict scope says of an injection that is published in this file's module.
func strictText(
  _ type: String,
  _ place: String,
  isFamily: Bool = false,
  neededBy requester: String? = nil
) -> String {
  let line =
    isFamily
    ? "`family.override(with: { key in … })`, where `family`"
    : "`injection.override(with: …)`, where `injection`"
  return """
    \(type) (\(place)) was resolved live by the test \(Test.current?.name ?? "")\
    \(requester.map { ", needed by \($0)" } ?? ""). The test runs in a strict override scope, where it \
    has to override all that it uses. Write in the trait's closure, or before the first use: \
    \(line) is what \(place) publishes. If it may be live, write \
    `\(isFamily ? "family" : "injection").allowLive()`.
    """
}
