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
  ) -> Override {
    override(.perKey { key in .build { factory(Self.key(in: key)) } }, strategy, CallSite(fileID, line))
  }

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
  ) -> Override {
    override(.perKey { key in .decorate { decorator(Self.key(in: key), $0) } }, strategy, CallSite(fileID, line))
  }

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
  ) -> Override {
    override(.forwardKeys(to: other.record) { other[Self.key(in: $0)].record }, nil, CallSite(fileID, line))
  }

  /// Safe to cast, because an override of a family is found for keys of that family only.
  private static func key(in box: AnyBox) -> Key { box.value(as: Key.self) }

  private func override(_ factory: Factory<Value>, _ strategy: InjectionStrategy?, _ callSite: CallSite) -> Override {
    let scope = OverrideScope.current
    let replacement = TypedProvider(.replacement(of: record), factory, strategy, at: callSite, in: scope)
    return record.addOverride(by: replacement, in: scope)
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
