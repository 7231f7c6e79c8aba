/// Runs work in a new override scope.
///
/// ```swift
/// withOverrideScope(.isolated) {
///   Services.weather.override(with: FixedWeather(.rain))
///   #expect(ForecastModel().advice == "Take an umbrella")
/// }
/// ```
///
/// The scope ends when `body` returns or throws. A model that was created in the scope keeps its overrides, see
/// ``OverrideScope``.
///
/// - Parameters:
///   - kind: The visibility of the enclosing scopes.
///   - body: The work.
/// - Returns: The result of the work.
@MainActor @discardableResult public func withOverrideScope<R>(
  _ kind: OverrideScope.Kind = .inheriting,
  _ body: @MainActor () throws -> R
) rethrows -> R { try OverrideScope.runBlock(kind) { try body() } }

/// Runs asynchronous work in a new override scope.
///
/// The scope follows the work through its suspensions and into the tasks that it starts. The scope ends when `body`
/// returns or throws.
///
/// ```swift
/// try await withOverrideScope(.isolated) {
///   Services.weather.override(with: FixedWeather(.rain))
///   try await ForecastModel().refresh()
/// }
/// ```
///
/// - Parameters:
///   - kind: The visibility of the enclosing scopes.
///   - body: The work, which runs in the isolation of the caller.
/// - Returns: The result of the work.
@discardableResult public nonisolated func withOverrideScope<R>(
  _ kind: OverrideScope.Kind = .inheriting,
  _ body: () async throws -> R
) async rethrows -> R {
  let scope = await OverrideScope(kind)
  do {
    let result = try await scope.run(body)
    await scope.end()
    return result
  } catch {
    await scope.end()
    throw error
  }
}
