extension InjectionFamily {
  /// Replaces what every key provides, published keys included, until the override is rolled back.
  ///
  /// An override of one key wins over it. Nothing is built here.
  ///
  /// ```swift
  /// formatter.override(with: { locale in FixedFormatter(locale) })
  /// ```
  ///
  /// - Parameters:
  ///   - factory: Builds the replacement of a key, on the main actor.
  ///   - strategy: The replacements' lifetime; that of each key when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult public func override(
    with factory: @escaping @MainActor (Key) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    let each = each { key in .build { factory(key) } }
    return table.push(Recipe(each, strategy, CallSite(fileID, line)))
  }

  /// Replaces what every key provides with something that may use the key's original.
  ///
  /// ```swift
  /// formatter.override(with: { locale, original in LoggingFormatter(original.resolve()) })
  /// ```
  ///
  /// - Parameters:
  ///   - decorator: Builds the replacement of a key, on the main actor; the original only if it
  ///     resolves it.
  ///   - strategy: The replacements' lifetime; that of each key when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult public func override(
    with decorator: @escaping @MainActor (Key, borrowing Original<Value>) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    let each = each { key in .decorate { decorator(key, $0) } }
    return table.push(Recipe(each, strategy, CallSite(fileID, line)))
  }

  /// Removes the newest override of the family in the current override scope.
  ///
  /// - Returns: Whether there was one. Overrides of single keys do not count.
  @discardableResult public func rollbackOverride() -> Bool {
    table.rollBackNewest(in: .ambient)
  }

  /// Removes every override of the family in the current override scope, newest first.
  ///
  /// Overrides of single keys stay.
  public func rollbackAllOverrides() {
    table.rollBackAll(in: .ambient)
  }

  /// Whether an override of the family is in force; overrides of single keys do not count.
  public var isOverridden: Bool { table.newestOverride(in: .ambient) != nil }

  /// How many overrides of the family are in force; those of single keys do not count.
  public var overrideCount: Int { table.overrides(in: .ambient).count }
}
