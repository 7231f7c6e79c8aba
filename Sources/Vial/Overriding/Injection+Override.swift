extension Injection {
  /// Replaces what this injection provides until the override is rolled back.
  ///
  /// The newest override wins. Nothing is built here: `instance` runs at the next resolve.
  ///
  /// ```swift
  /// Services.weather.override(with: FixedWeather(.sunny))
  /// ```
  ///
  /// > Important: A consumer that has already read its instance keeps it.
  ///
  /// - Parameters:
  ///   - instance: An expression that builds the replacement, on the main actor.
  ///   - strategy: The replacement's lifetime; this injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @_disfavoredOverload @discardableResult @inlinable public func override(
    with instance: @escaping @MainActor @autoclosure () -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    root.push(Recipe(Factory(.build(instance)), strategy, CallSite(fileID, line)))
  }

  /// Replaces what this injection provides with what a closure builds.
  ///
  /// The same as ``Injection/override(with:strategy:fileID:line:)-94lv9``, where one expression
  /// is not enough.
  ///
  /// ```swift
  /// Services.weather.override { FixedWeather(.sunny) }
  /// ```
  ///
  /// - Parameters:
  ///   - strategy: The replacement's lifetime; this injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  ///   - factory: Builds the replacement, on the main actor, each time one is needed.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult @inlinable public func override(
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor () -> Value
  ) -> Override {
    root.push(Recipe(Factory(.build(factory)), strategy, CallSite(fileID, line)))
  }

  /// Replaces what this injection provides with something that may use the original.
  ///
  /// The original is what the layer below provides, and is built only if the closure resolves it.
  ///
  /// ```swift
  /// Services.weather.override(with: { original in CachingWeather(original.resolve()) })
  /// Services.weather.override(with: { _ in FixedWeather(.sunny) })
  /// ```
  ///
  /// The compiler reads a closure with one parameter as a decorator wherever it can, also when the
  /// injection provides closures or `Any`.
  ///
  /// - Parameters:
  ///   - decorator: Builds the replacement, on the main actor, each time one is needed.
  ///   - strategy: The replacement's lifetime; this injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult @inlinable public func override(
    with decorator: @escaping @MainActor (borrowing Original<Value>) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    root.push(Recipe(Factory(.decorate(decorator)), strategy, CallSite(fileID, line)))
  }

  // The column makes the compiler prefer the closure that takes an `Original`, which has no such parameter,
  // where both fit, as for `{ _ in Mock() }`.

  /// Replaces what this injection provides with something made from the original.
  ///
  /// The compiler chooses it for a closure that uses its parameter as the value. The original is
  /// resolved before the closure runs.
  ///
  /// ```swift
  /// Services.weather.override(with: { service in
  ///   service.setKey("some-key")
  ///   return service
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - decorator: Turns what the layer below provides into what is provided instead.
  ///   - strategy: The replacement's lifetime; this injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  ///   - column: Where the override is made.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult @inlinable public func override(
    with decorator: @escaping @MainActor (Value) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) -> Override {
    let factory = Factory<Value>(.decorate { decorator($0.resolve()) })
    return root.push(Recipe(factory, strategy, CallSite(fileID, line)))
  }

  /// Replaces what this injection provides with a copy of the original that is changed in place.
  ///
  /// Use it for a value, such as a struct of closures, when a test replaces a part of it:
  ///
  /// ```swift
  /// geocoder.override(changing: { $0.search = { _ in [.london] } })
  /// ```
  ///
  /// The original is what the layer below provides; it stays as it is. An object is no copy: change
  /// one with ``override(with:strategy:fileID:line:)-5w3i``.
  ///
  /// - Parameters:
  ///   - change: Changes the copy, on the main actor, each time one is needed.
  ///   - strategy: The replacement's lifetime; this injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @_disfavoredOverload @discardableResult @inlinable public func override(
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
    return root.push(Recipe(Factory(.decorate(decorator)), strategy, CallSite(fileID, line)))
  }

  /// Lets another injection provide for this one, until the override is rolled back.
  ///
  /// The strategy, the cache and the overrides of `other` count, those that it gets later included.
  /// This injection caches nothing meanwhile.
  ///
  /// ```swift
  /// Services.weather.override(with: Services.recordedWeather)
  /// ```
  ///
  /// > Warning: Stops the program when `other` is this injection or leads back to it. The message names
  /// > the whole circle.
  ///
  /// - Parameters:
  ///   - other: The injection that provides instead.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult @inlinable public func override(
    with other: Injection<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    root.push(Recipe(Factory(.other(other)), .onDemand, CallSite(fileID, line)))
  }

  // These overloads never compile: they exist for their messages. Without them the compiler lists every
  // override, names a type that accepts no closure, or gives no message at all.

  /// Never compiles: the error says what is wrong with a closure that takes the original.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message: "an override's closure returns what the injection provides, without await or try"
  )
  public func override<Other>(
    with decorator: @escaping @MainActor (borrowing Original<Value>) async throws -> Other,
    strategy: InjectionStrategy? = nil
  ) {}

  /// Never compiles: the error says what is wrong with a trailing closure.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message: "an override's closure returns what the injection provides, without await or try"
  )
  public func override<Other>(
    strategy: InjectionStrategy? = nil,
    _ factory: @escaping @MainActor () async throws -> Other
  ) {}

  /// Never compiles: the error says what is wrong with a value, or with a closure without a parameter.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message:
      "the replacement is of another type than the injection; a closure without a parameter is passed as override { … }"
  )
  public func override<Other>(
    with instance: @autoclosure () -> Other,
    strategy: InjectionStrategy? = nil,
    _: NoTrailingClosure? = nil
  ) {}
}
