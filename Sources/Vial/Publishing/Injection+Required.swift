extension Injection {
  /// Publishes an injection that another module must provide.
  ///
  /// Use it in a module that holds only interfaces.
  ///
  /// ```swift
  /// // The interface module
  /// @MainActor public let api = Injection<any API>.required("the API client of the application")
  ///
  /// // The composition root
  /// api.provide(with: LiveAPI(), strategy: .singleton)
  /// ```
  ///
  /// A test overrides it like any other injection, and then need not provide it.
  ///
  /// > Warning: Stops the program when it is resolved and nothing is provided. The message names the
  /// > declaration, `purpose`, who needed it, and what to call.
  ///
  /// - Parameters:
  ///   - purpose: What to provide, in words. The message that stops the program shows it.
  ///   - fileID: Where the injection is published; messages name it.
  ///   - line: Where the injection is published; messages name it.
  /// - Returns: An injection that provides nothing until `provide` is called.
  public nonisolated static func required(
    _ purpose: String,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Injection {
    let recipe = Recipe(Factory<Value>(.unprovided), .singleton, CallSite(fileID, line))
    return Injection(recipe, Facts(purpose: purpose))
  }

  /// Provides the instance of a ``required(_:fileID:line:)`` injection, until it is withdrawn.
  ///
  /// In an override scope it provides for that scope and the scopes inside it, so a test may compose
  /// the application again. Nothing is built here.
  ///
  /// ```swift
  /// session.provide(with: Session(account))  // at sign-in
  /// session.withdraw()  // at sign-out
  /// ```
  ///
  /// > Warning: Stops the program when something is already provided in this place, or when the
  /// > injection was not published as required. The message names both lines.
  ///
  /// - Parameters:
  ///   - instance: An expression that builds an instance, on the main actor.
  ///   - strategy: How long an instance is kept.
  ///   - fileID: Where it is provided; messages name it.
  ///   - line: Where it is provided; messages name it.
  /// - Returns: A token that withdraws it.
  @_disfavoredOverload @discardableResult public func provide(
    with instance: @escaping @MainActor @autoclosure () -> Value,
    strategy: InjectionStrategy = .singleton,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Provision {
    root.provide(Recipe(Factory(.build(instance)), strategy, CallSite(fileID, line)))
  }

  /// Provides what a closure builds for a ``required(_:fileID:line:)`` injection, until it is withdrawn.
  ///
  /// The same as ``provide(with:strategy:fileID:line:)``, where one expression is not
  /// enough.
  ///
  /// ```swift
  /// api.provide {
  ///   let api = LiveAPI()
  ///   return api
  /// }
  /// ```
  ///
  /// With `strategy: .onDemand` it hands on what another injection of a concrete type provides, each time
  /// anew: `api.provide(strategy: .onDemand) { liveAPI.resolve() }`.
  ///
  /// > Warning: Stops the program when something is already provided in this place, or when the
  /// > injection was not published as required. The message names both lines.
  ///
  /// - Parameters:
  ///   - strategy: How long an instance is kept.
  ///   - fileID: Where it is provided; messages name it.
  ///   - line: Where it is provided; messages name it.
  ///   - factory: Builds an instance, on the main actor, each time one is needed.
  /// - Returns: A token that withdraws it.
  @discardableResult public func provide(
    strategy: InjectionStrategy = .singleton,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor () -> Value
  ) -> Provision {
    root.provide(Recipe(Factory(.build(factory)), strategy, CallSite(fileID, line)))
  }

  /// Lets another injection provide the instance of this one, until it is withdrawn.
  ///
  /// The strategy, the cache and the overrides of `other` count.
  ///
  /// > Warning: Stops the program when something is already provided in this place, when the injection
  /// > was not published as required, or when `other` leads back to it. The message names both lines.
  ///
  /// - Parameters:
  ///   - other: The injection that provides, such as a live module's.
  ///   - fileID: Where it is provided; messages name it.
  ///   - line: Where it is provided; messages name it.
  /// - Returns: A token that withdraws it.
  @discardableResult public func provide(
    with other: Injection<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Provision {
    root.provide(Recipe(Factory(.other(other)), .onDemand, CallSite(fileID, line)))
  }

  /// Takes back what the current place provides: the override scope, or what is outside every scope.
  ///
  /// It does what the token of `provide` does, see ``Provision/withdraw(fileID:line:)``, where that is
  /// lost.
  ///
  /// - Parameters:
  ///   - fileID: Where it is withdrawn; messages name it.
  ///   - line: Where it is withdrawn; messages name it.
  /// - Returns: Whether there was something to withdraw.
  @discardableResult
  public func withdraw(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    root.withdraw(at: CallSite(fileID, line))
  }

  /// Whether a resolve would find something, as seen from the current override scope.
  ///
  /// It would, where the injection is provided, overridden, or of an active context. Always `true` for an
  /// injection that is not required. Nothing is built.
  public var isProvided: Bool { root.isProvided(in: .ambient) }

  // These overloads never compile: they exist for their messages.

  /// Never compiles: the error says what is wrong with a closure.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message: "the closure returns what the injection provides, without await or try"
  )
  public func provide<Other>(
    strategy: InjectionStrategy = .singleton,
    _ factory: @escaping @MainActor () async throws -> Other
  ) {}

  /// Never compiles: the error says what is wrong with a value.
  @_documentation(visibility: internal)
  @available(
    *,
    unavailable,
    message:
      "what is provided is of another type than the injection; a closure is passed as provide { … }"
  )
  public func provide<Other>(
    with instance: @autoclosure () -> Other,
    strategy: InjectionStrategy = .singleton,
    _: NoTrailingClosure? = nil
  ) {}
}
