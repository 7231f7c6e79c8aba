/// Runs work with overrides and instances of its own.
///
/// ```swift
/// withOverrideScope(.isolated) {
///   Services.weather.override(with: FixedWeather(.rain))
///   #expect(ForecastModel().advice == "Take an umbrella")
/// }
/// ```
///
/// The scope ends when `body` returns or throws. A model that was made in it keeps its overrides, see
/// ``OverrideScope``.
///
/// - Parameters:
///   - kind: What the scope sees of what is outside.
///   - body: The work.
/// - Returns: What the work returns.
@MainActor @discardableResult public func withOverrideScope<R>(
  _ kind: OverrideScope.Kind = .inheriting,
  _ body: @MainActor () throws -> R
) rethrows -> R {
  let current = Ambient.current
  return try OverrideScope(kind, in: current.scope).runBody(from: current) { try body() }
}

/// Runs asynchronous work with overrides and instances of its own.
///
/// The scope follows the work through its suspensions and into the tasks it starts, and into no
/// other. It ends when `body` returns or throws, cancelled or not.
///
/// ```swift
/// try await withOverrideScope(.isolated) {
///   Services.weather.override(with: FixedWeather(.rain))
///   try await ForecastModel().refresh()
/// }
/// ```
///
/// - Parameters:
///   - kind: What the scope sees of what is outside.
///   - body: The work; it runs where the caller runs.
/// - Returns: What the work returns.
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
