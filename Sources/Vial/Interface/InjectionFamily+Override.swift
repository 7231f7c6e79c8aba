extension InjectionFamily {
  /// Replaces the instance of every key until the override is rolled back.
  ///
  /// An override of one key takes precedence. This method builds nothing.
  ///
  /// ```swift
  /// formatter.override(with: { locale in FixedFormatter(locale) })
  /// ```
  ///
  /// - Parameters:
  ///   - factory: The closure that builds the replacement of a key, on the main actor.
  ///   - strategy: How long the replacements are cached; `nil` for the strategy of each key.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: A token that rolls back this override only.
  @discardableResult public func override(
    with factory: @escaping @MainActor (Key) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override { override(strategy, CallSite(fileID, line)) { key in .build { factory(key) } } }

  /// Replaces the instance of every key with one that may use the original of the key.
  ///
  /// ```swift
  /// formatter.override(with: { locale, original in LoggingFormatter(original.resolve()) })
  /// ```
  ///
  /// - Parameters:
  ///   - decorator: The closure that builds the replacement of a key, on the main actor. The original is built only if the
  ///     closure resolves it.
  ///   - strategy: How long the replacements are cached; `nil` for the strategy of each key.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: A token that rolls back this override only.
  @discardableResult public func override(
    with decorator: @escaping @MainActor (Key, borrowing Original<Value>) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override { override(strategy, CallSite(fileID, line)) { key in .decorate { decorator(key, $0) } } }

  /// Replaces the instance of every key with the instance of the same key of another family.
  ///
  /// Each resolve resolves the other family's injection of the key, with its own strategy, cache and overrides.
  ///
  /// ```swift
  /// formatter.override(with: fixedFormatter)
  /// ```
  ///
  /// > Warning: A resolve stops the program if the other family needs the same key of this one.
  ///
  /// - Parameters:
  ///   - other: The family whose injections are resolved instead.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: A token that rolls back this override only.
  @discardableResult public func override(
    with other: InjectionFamily,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override { override(nil, CallSite(fileID, line), forwardingTo: other.record) { .forward(to: other[$0].record) } }

  private func override(
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    forwardingTo target: InjectionRecord? = nil,
    _ makeFactory: @escaping @MainActor (Key) -> Factory<Value>
  ) -> Override {
    // Safe to cast, because an override of a family is found for keys of that family only.
    let factory = Factory.perKey({ makeFactory($0.value(as: Key.self)) }, forwardingTo: target)
    return record.addOverride { role, scope in
      TypedProvider(factory, strategy, at: callSite, role: role, in: scope)
    }
  }

  /// Rolls back the most recent override of the family in the current scope.
  ///
  /// - Returns: Whether there was an override. Overrides of single keys are not considered.
  @discardableResult public func rollbackOverride() -> Bool { record.rollBackNewest(in: .current) }

  /// Rolls back all overrides of the family in the current scope, the most recent first.
  ///
  /// Overrides of single keys stay.
  public func rollbackAllOverrides() { record.rollBackAll(in: .current) }

  /// Whether the current scope sees an override of the family.
  ///
  /// Overrides of single keys are not considered.
  public var isOverridden: Bool { record.nearestReplacement(in: .current) != nil }

  /// The number of overrides of the family that the current scope sees.
  ///
  /// Overrides of single keys are not counted.
  public var overrideCount: Int { record.replacements(in: .current).count }
}
