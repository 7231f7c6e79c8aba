import Testing
import VialTesting

/// The file of injections that another module than the tests publishes.
let app: StaticString = "App/Services.swift"

/// The essential parts of an issue about a live use.
struct LiveUseIssue: Equatable {
  /// The type and the line of the injection, such as `String (App/Services.swift:5)`.
  let declaration: String

  /// The injection or the owner of the consumer that resolved the injection.
  var requester: String?

  /// Whether the injection was resolved after the end of the test.
  var isLate = false

  /// Creates the parts for a type, with the key of a family, and for the line that published the injection.
  init(_ type: String, _ callSite: String, neededBy requester: String? = nil, isLate: Bool = false) {
    declaration = "\(type) (\(callSite))"
    self.requester = requester
    self.isLate = isLate
  }

  /// Parses the message of an issue; returns `nil` if the issue is not about a live use.
  init?(_ message: String) {
    guard let end = message.firstRange(of: " was resolved live") else { return nil }
    declaration = String(message[..<end.lowerBound])
    requester = message.firstMatch(of: /[Nn]eeded by:? (.+?)(?:\. |\.?\n|\.?$)/).map {
      String($0.1)
    }
    isLate = message.contains("after its end")
  }
}

/// Runs work as the body of a test with traits, and returns the issues about live uses of the current test.
///
/// The returned issues do not reach the report of the run; all other issues do.
///
/// - Parameters:
///   - traits: The traits, the outermost first. The default is one scope that fails on live uses.
///   - expectedCount: The number of issues to wait for. Work that no test owns records its issues a moment later.
///   - body: The body of the test.
///   - afterTest: Work that runs after the scopes of the traits have ended.
/// - Returns: The issues, in the order in which they were recorded.
/// - Throws: The errors of the traits, the body and the work after it.
@MainActor
func liveUseIssues(
  under traits: OverrideScopeTrait...,
  waitingFor expectedCount: Int = 0,
  _ body: @escaping @MainActor @Sendable () async throws -> Void,
  afterTest: @escaping @MainActor @Sendable () async throws -> Void = {}
) async throws -> [LiveUseIssue] {
  try await liveUseMessages(
    under: traits.isEmpty ? [.overrideScope] : traits,
    waitingFor: expectedCount,
    body,
    afterTest: afterTest
  )
  .compactMap { LiveUseIssue($0) }
}

/// Like ``liveUseIssues(under:waitingFor:_:afterTest:)``, but returns the messages of the issues.
@MainActor
func liveUseMessages(
  under traits: [OverrideScopeTrait] = [.overrideScope],
  waitingFor expectedCount: Int = 0,
  _ body: @escaping @MainActor @Sendable () async throws -> Void,
  afterTest: @escaping @MainActor @Sendable () async throws -> Void = {}
) async throws -> [String] {
  let test = try #require(Test.current)
  let recorded = RecordedMessages()
  let (messages, continuation) = AsyncStream<String>.makeStream()
  let collecting = Task { for await message in messages { recorded.messages.append(message) } }
  defer { continuation.finish() }
  let issueHandler: IssueHandlingTrait = .compactMapIssues { issue in
    let message = issue.comments.map(\.rawValue).joined(separator: "\n")
    guard LiveUseIssue(message) != nil, message.contains(test.displayName ?? test.name),
      issue.sourceLocation == test.sourceLocation
    else { return issue }
    continuation.yield(message)
    return nil
  }
  try await issueHandler.provideScope(for: test, testCase: .current) {
    try await runTest(under: traits, body: body)
    try await afterTest()
    for _ in 0..<10_000 where await recorded.messages.count < expectedCount {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
  continuation.finish()
  await collecting.value
  return recorded.messages
}

@MainActor private final class RecordedMessages {
  var messages: [String] = []
}
