extension Injection {
  /// Publishes an injection whose implementation another module has to provide.
  ///
  /// Use it in a module that contains only interfaces.
  ///
  /// ```swift
  /// // In the interface module
  /// @MainActor public let api = Injection<any API>.required("the API client of the application")
  ///
  /// // Where the application is composed
  /// api.provide(with: LiveAPI(), strategy: .singleton)
  /// ```
  ///
  /// A test can override the injection, and then does not have to provide an implementation.
  ///
  /// > Warning: Stops the program if the injection is resolved and no implementation was provided. The message names the
  /// > declaration, the purpose, the requester, and what to call.
  ///
  /// - Parameters:
  ///   - purpose: A description of what to provide, for the message.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - function: The declaration that contains the call, for diagnostics.
  /// - Returns: The injection to publish.
  public nonisolated static func required(
    _ purpose: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Injection {
    let callSite = CallSite(fileID, line, publishedIn: function)
    let purpose = purpose.isEmpty ? "an implementation" : purpose
    // A resolve stops the program before it calls this factory, see `InjectionRecord.isUnprovided(by:)`.
    let factory = Factory<Value>.build { preconditionFailure("A required injection was built.") }
    return Injection(factory, .singleton, callSite, Publication(requiredPurpose: purpose))
  }

  /// Provides the implementation of a required injection until it is withdrawn.
  ///
  /// In an override scope, this provides for that scope and the scopes inside. Nothing is built. Providing again in the
  /// same scope replaces the implementation and releases its instances. Instances of other injections stay, also if they
  /// have captured the previous implementation.
  ///
  /// ```swift
  /// session.provide(with: Session(account))  // at sign-in
  /// session.withdraw()  // at sign-out
  /// ```
  ///
  /// > Warning: Stops the program if the injection was not published as required.
  ///
  /// - Parameters:
  ///   - instance: The expression that builds an instance, on the main actor.
  ///   - strategy: How long an instance is cached.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: A token that withdraws this implementation.
  @_disfavoredOverload @discardableResult public func provide(
    with instance: @escaping @MainActor @autoclosure () -> Value,
    strategy: InjectionStrategy = .singleton,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Provision { provide(.build(instance), strategy, CallSite(fileID, line)) }

  /// Provides the implementation of a required injection with a closure, until it is withdrawn.
  ///
  /// ```swift
  /// api.provide {
  ///   let api = LiveAPI()
  ///   return api
  /// }
  /// ```
  ///
  /// To provide the instance of an injection of a concrete type, resolve that injection each time:
  /// `api.provide(strategy: .onDemand) { liveAPI.resolve() }`.
  ///
  /// > Warning: Stops the program if the injection was not published as required.
  ///
  /// - Parameters:
  ///   - strategy: How long an instance is cached.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - factory: The closure that builds an instance, on the main actor.
  /// - Returns: A token that withdraws this implementation.
  @discardableResult public func provide(
    strategy: InjectionStrategy = .singleton,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ factory: @escaping @MainActor () -> Value
  ) -> Provision { provide(.build(factory), strategy, CallSite(fileID, line)) }

  /// Provides another injection as the implementation of a required injection, until it is withdrawn.
  ///
  /// Each resolve resolves the other injection, with its own strategy, cache and overrides.
  ///
  /// > Warning: Stops the program if the injection was not published as required, and at a resolve if the other injection
  /// > needs this one.
  ///
  /// - Parameters:
  ///   - other: The injection that is resolved instead.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: A token that withdraws this implementation.
  @discardableResult public func provide(
    with other: Injection<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Provision { provide(.forward(to: other.record), nil, CallSite(fileID, line)) }

  private func provide(_ factory: Factory<Value>, _ strategy: InjectionStrategy?, _ callSite: CallSite) -> Provision {
    let role = Provider.Role.implementation(journal: Journal())
    let scope = OverrideScope.current
    return record.provide(publishedProvider.makeProvider(role, factory, strategy, at: callSite, in: scope), in: scope)
  }

  /// Withdraws the implementation that was provided in the current scope.
  ///
  /// ``Provision/withdraw(fileID:line:)`` withdraws the implementation of one token, in the scope of the token.
  ///
  /// - Parameters:
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  /// - Returns: Whether there was an implementation to withdraw.
  @discardableResult public func withdraw(fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    record.withdraw(in: .current, at: CallSite(fileID, line))
  }

  /// Whether a resolve in the current scope would find an implementation.
  ///
  /// The injection is provided, overridden, or replaced by an active context. If its implementation or override is another
  /// injection, that injection has an implementation, too. The property is always `true` for an injection that is not
  /// required. Nothing is built.
  public var isProvided: Bool { record.isProvided(in: .current) }
}
