import Testing
import Vial
import VialTesting

/// Runs work as the body of a test with traits, the outermost first.
@MainActor
func runTest(
  under traits: [OverrideScopeTrait],
  body: @escaping @MainActor @Sendable () async throws -> Void
) async throws {
  guard let outermost = traits.first else { return try await body() }
  let test = try #require(Test.current)
  try await outermost.provideScope(for: test, testCase: .current) {
    try await runTest(under: Array(traits.dropFirst()), body: body)
  }
}

/// Opens the scopes of traits, and runs work in the current scope while they are open.
///
/// The work does not suspend. So it can make global overrides and roll them back before another test runs.
///
/// - Parameters:
///   - traits: The traits, the outermost first.
///   - body: The work, which receives the innermost scope.
/// - Throws: The errors of the traits and of the work.
@MainActor
func withOpenScope(
  of traits: [OverrideScopeTrait],
  body: (OverrideScope) throws -> Void
) async throws {
  let (scopes, opened) = AsyncStream<OverrideScope>.makeStream()
  let (gate, close) = AsyncStream<Void>.makeStream()
  let test = Task {
    defer { opened.finish() }
    try await runTest(under: traits) {
      opened.yield(OverrideScope.current)
      for await _ in gate {}
    }
  }
  defer { close.finish() }
  for await scope in scopes {
    try body(scope)
    close.finish()
  }
  try await test.value
}
