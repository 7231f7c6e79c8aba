extension Injection {
  /// Publishes what another module has to provide, for modules that hold only interfaces.
  ///
  /// ```swift
  /// // The interface module
  /// @MainActor public let api = Injection<any API>.required("the API client of the application")
  ///
  /// // The composition root, once
  /// api.provide(with: LiveAPI(), strategy: .singleton)
  /// ```
  ///
  /// A test overrides it like any other injection, and then nothing has to be provided.
  ///
  /// > Warning: Resolving it while nothing is provided stops the program with its declaration,
  /// > `purpose`, and what to call.
  ///
  /// - Parameters:
  ///   - purpose: What to provide, in words for whoever forgot to.
  ///   - fileID: Where the injection is published; messages name it.
  ///   - line: Where the injection is published; messages name it.
  /// - Returns: An injection that provides nothing until `provide` is called.
  public nonisolated static func required(
    _ purpose: String,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Injection {
    let callSite = CallSite(fileID, line)
    let unprovided = Recipe<Value>.build {
      Fault.unprovided(InjectionDeclaration(Value.self, callSite), purpose)
    }
    return Injection(base: RequiredLayer(unprovided, .singleton, callSite, providedAt: nil))
  }

  /// Provides what a ``required(_:fileID:line:)`` injection asks for, once in the process.
  ///
  /// Nothing is built here.
  ///
  /// > Warning: Stops the program when something is provided already, or when the injection was
  /// > not published as required, naming both lines.
  ///
  /// - Parameters:
  ///   - instance: An expression that builds an instance, on the main actor.
  ///   - strategy: How long an instance is kept.
  ///   - fileID: Where it is provided; messages name it.
  ///   - line: Where it is provided; messages name it.
  @_disfavoredOverload
  public func provide(
    with instance: @escaping @MainActor @autoclosure () -> Value,
    strategy: InjectionStrategy = .singleton,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    provide(.build(instance), strategy, CallSite(fileID, line))
  }

  /// Lets another injection provide what this one asks for, once in the process.
  ///
  /// Strategy, cache and overrides are those of `other`.
  ///
  /// > Warning: Stops the program when something is provided already, or when the injection was
  /// > not published as required, naming both lines.
  ///
  /// - Parameters:
  ///   - other: The injection that provides, such as a live module's.
  ///   - fileID: Where it is provided; messages name it.
  ///   - line: Where it is provided; messages name it.
  public func provide(
    with other: Injection<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let callSite = CallSite(fileID, line)
    if let path = other.path(to: self) { Fault.overrideCircle([declaration] + path, at: callSite) }
    provide(.forward { other }, .onDemand, callSite)
  }

  private func provide(
    _ recipe: Recipe<Value>,
    _ strategy: InjectionStrategy,
    _ callSite: CallSite
  ) {
    let base = base
    let contextual = base as? ContextualLayer<Value>
    guard let required = (contextual?.published ?? base) as? RequiredLayer<Value>,
      required.providedAt == nil
    else {
      let first = ((contextual?.published ?? base) as? RequiredLayer<Value>)?.providedAt
      Fault.providedTwice(declaration, first: first ?? base.callSite, second: callSite)
    }
    let provided = RequiredLayer(recipe, strategy, base.callSite, providedAt: callSite)
    replaceBase(with: contextual.map { $0.publishing(provided) } ?? provided)
  }
}

/// The bottom of a required injection's stack, before and after something was provided.
@MainActor
private final class RequiredLayer<Value>: Layer<Value> {
  nonisolated let providedAt: CallSite?

  nonisolated init(
    _ recipe: Recipe<Value>,
    _ strategy: InjectionStrategy,
    _ callSite: CallSite,
    providedAt: CallSite?
  ) {
    self.providedAt = providedAt
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }
}
