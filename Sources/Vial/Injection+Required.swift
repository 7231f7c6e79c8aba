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
    Injection(base: RequiredLayer(purpose, CallSite(fileID, line)))
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
    let layer = Layer(recipe: .build(instance), strategy: strategy, callSite: base.callSite)
    provide(Injection(base: layer), CallSite(fileID, line))
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
    if let path = other.path(to: self) { Fault.provisionCircle([declaration] + path, at: callSite) }
    provide(other, callSite)
  }

  private func provide(_ provider: Injection<Value>, _ callSite: CallSite) {
    let published = (base as? ContextualLayer<Value>)?.published ?? base
    guard let required = published as? RequiredLayer<Value> else {
      Fault.notRequired(declaration, at: callSite)
    }
    if let first = required.provision.callSite {
      Fault.providedTwice(declaration, first: first, second: callSite)
    }
    required.provision.provider = provider
    required.provision.callSite = callSite
  }
}

/// The bottom of a required injection's stack: it forwards to what was provided.
@MainActor
private final class RequiredLayer<Value>: Layer<Value> {
  @MainActor
  final class Provision {
    var provider: Injection<Value>?
    var callSite: CallSite?

    nonisolated init() {}
  }

  let provision = Provision()
  private let purpose: String

  nonisolated init(_ purpose: String, _ callSite: CallSite) {
    self.purpose = purpose
    let provision = provision
    super.init(
      recipe: .forward { provision.provider },
      strategy: .onDemand,
      callSite: callSite
    )
  }

  override var inheritedStrategy: InjectionStrategy {
    provision.provider?.base.inheritedStrategy ?? .singleton
  }

  override func account(in scope: OverrideScope?) -> [String] {
    guard let callSite = provision.callSite else { return ["not provided: \(purpose)"] }
    return account("provided at \(callSite)", in: scope)
  }

  override func failToForward() -> Never { Fault.unprovided(declaration, purpose) }
}
