extension Injection {
  /// Replaces the instance that this injection provides until the override is rolled back.
  ///
  /// The most recent override wins. This method builds nothing: `instance` is evaluated when an instance is needed.
  ///
  /// ```swift
  /// Services.weather.override(with: FixedWeather(.sunny))
  /// ```
  ///
  /// `instance` is an autoclosure. In the `init` of a suite, in an `XCTestCase` and in other classes, an autoclosure cannot
  /// capture a property such as a spy, so pass a closure that captures the spy:
  ///
  /// ```swift
  /// @MainActor struct ForecastTests {
  ///   let spy = FixedWeather(.sunny)
  ///   init() { Services.weather.override { [spy] in spy } }
  /// }
  /// ```
  ///
  /// > Important: A property that has already read its instance keeps it.
  ///
  /// - Parameters:
  ///   - instance: The expression that builds the replacement, on the main actor.
  ///   - strategy: How long the replacement is cached; `nil` for the strategy of this injection.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: A token that rolls back this override only.
  @_disfavoredOverload @discardableResult public func override(
    with instance: @escaping @MainActor @autoclosure () -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override { override(.build(instance), strategy, CallSite(fileID, line)) }

  /// Replaces the instance that this injection provides with one that a closure builds.
  ///
  /// ```swift
  /// Services.weather.override { FixedWeather(.sunny) }
  /// ```
  ///
  /// - Parameters:
  ///   - strategy: How long the replacement is cached; `nil` for the strategy of this injection.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - factory: The closure that builds the replacement, on the main actor, when an instance is needed.
  /// - Returns: A token that rolls back this override only.
  @discardableResult public func override(
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor () -> Value
  ) -> Override { override(.build(factory), strategy, CallSite(fileID, line)) }

  /// Replaces the instance that this injection provides with one that may use the original.
  ///
  /// The original is the instance of the next provider below, and is built only if the closure resolves it.
  ///
  /// ```swift
  /// Services.weather.override(with: { original in CachingWeather(original.resolve()) })
  /// Services.weather.override(with: { _ in FixedWeather(.sunny) })
  /// ```
  ///
  /// The compiler chooses this method for a closure with one parameter wherever it can, also if the injection provides
  /// closures or `Any`.
  ///
  /// - Parameters:
  ///   - decorator: The closure that builds the replacement, on the main actor, when an instance is needed.
  ///   - strategy: How long the replacement is cached; `nil` for the strategy of this injection.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: A token that rolls back this override only.
  @discardableResult public func override(
    with decorator: @escaping @MainActor (borrowing Original<Value>) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override { override(.decorate(decorator), strategy, CallSite(fileID, line)) }

  // Where both closures fit, as for `{ _ in Mock() }`, the compiler prefers the one that takes an `Original`, because that
  // method has no parameter `column`.

  /// Replaces the instance that this injection provides with one that is made from the original.
  ///
  /// The compiler chooses this method for a closure that uses its parameter as the value. The original is resolved before
  /// the closure runs.
  ///
  /// ```swift
  /// Services.weather.override(with: { service in
  ///   service.setKey("some-key")
  ///   return service
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - decorator: The closure that turns the original into the replacement.
  ///   - strategy: How long the replacement is cached; `nil` for the strategy of this injection.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - column: The column of the call.
  /// - Returns: A token that rolls back this override only.
  @discardableResult public func override(
    with decorator: @escaping @MainActor (Value) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) -> Override {
    override(.decorate { decorator($0.resolve()) }, strategy, CallSite(fileID, line))
  }

  /// Replaces the value that this injection provides with a changed copy of the original.
  ///
  /// Use it for a value, such as a structure of closures, of which a test replaces a part. The original stays the same.
  ///
  /// ```swift
  /// geocoder.override(changing: { $0.search = { _ in [.london] } })
  /// ```
  ///
  /// If the instance is an object, `change` changes the original itself. To replace an object, use
  /// ``override(with:strategy:fileID:line:)-5w3i``.
  ///
  /// - Parameters:
  ///   - change: The closure that changes the copy, on the main actor, when an instance is needed.
  ///   - strategy: How long the replacement is cached; `nil` for the strategy of this injection.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: A token that rolls back this override only.
  @_disfavoredOverload @discardableResult public func override(
    changing change: @escaping @MainActor (inout Value) -> Void,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    let decorator: @MainActor (borrowing Original<Value>) -> Value = { original in
      var copy = original.resolve()
      change(&copy)
      return copy
    }
    return override(.decorate(decorator), strategy, CallSite(fileID, line))
  }

  /// Replaces the instance that this injection provides with the instance of another injection.
  ///
  /// Each resolve resolves the other injection, with its own strategy, cache and overrides.
  ///
  /// ```swift
  /// Services.weather.override(with: Services.recordedWeather)
  /// ```
  ///
  /// > Warning: A resolve stops the program if the other injection needs this one.
  ///
  /// - Parameters:
  ///   - other: The injection that is resolved instead.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: A token that rolls back this override only.
  @discardableResult public func override(
    with other: Injection<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override { override(.forward(to: other.record), nil, CallSite(fileID, line)) }

  private func override(_ factory: Factory<Value>, _ strategy: InjectionStrategy?, _ callSite: CallSite) -> Override {
    let scope = OverrideScope.current
    let role = Provider.Role.replacement(of: record)
    let replacement = publishedProvider.makeProvider(role, factory, strategy, at: callSite, in: scope)
    return record.addOverride(by: replacement, in: scope)
  }
}

// MARK: - Rolling back

extension Injection {
  /// Rolls back the most recent override of this injection in the current scope.
  ///
  /// All instances that were cached since the override was made, in its scope or in a scope that sees it, are released,
  /// because they may have captured the replacement. Consumers keep their instances.
  ///
  /// - Returns: Whether there was an override.
  @discardableResult public func rollbackOverride() -> Bool { record.rollBackNewest(in: .current) }

  /// Rolls back all overrides of this injection in the current scope, the most recent first.
  ///
  /// Overrides that a deinitializer makes during the call stay.
  public func rollbackAllOverrides() { record.rollBackAll(in: .current) }

  /// Whether the current scope sees an override of this injection.
  ///
  /// For a family's key, this includes overrides of the family.
  public var isOverridden: Bool { record.provider(in: .current).isReplacement }

  /// The number of overrides that the current scope sees.
  ///
  /// For a family's key, this includes overrides of the family.
  public var overrideCount: Int { record.replacements(in: .current).count }
}
