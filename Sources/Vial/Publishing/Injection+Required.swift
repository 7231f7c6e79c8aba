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
    let recipe = Recipe<Value>.published(RequiredPublication(purpose))
    let callSite = CallSite(fileID, line)
    return Injection(root: Root(recipe: recipe, strategy: .singleton, callSite: callSite))
  }

  /// Provides the instance of a ``required(_:fileID:line:)`` injection, until it is withdrawn.
  ///
  /// In an override scope it provides for that scope and the scopes inside it, so a test may compose
  /// the application again. Nothing is built here.
  ///
  /// ```swift
  /// let signedIn = session.provide(with: Session(account))  // at sign-in
  /// signedIn.withdraw()  // at sign-out
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
  @_disfavoredOverload
  @discardableResult
  public func provide(
    with instance: @escaping @MainActor @autoclosure () -> Value,
    strategy: InjectionStrategy = .singleton,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Provision {
    provide(.build(instance), strategy, CallSite(fileID, line))
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
  @discardableResult
  public func provide(
    with other: Injection<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Provision {
    provide(.forward(other), .onDemand, CallSite(fileID, line))
  }

  /// Whether the injection is provided, as seen from the current override scope.
  ///
  /// Overrides and contexts do not count. Always `true` for an injection that is not required.
  public var isProvided: Bool {
    root.publication?.isProvided(root, in: OverrideScope.ambient) ?? true
  }

  func provide(
    _ recipe: Recipe<Value>,
    _ strategy: InjectionStrategy,
    _ callSite: CallSite
  ) -> Provision {
    guard let required = root.publication as? RequiredPublication<Value> else {
      Fault.notRequired(declaration, at: callSite)
    }
    let scope = OverrideScope.ambient
    // In a scope that has ended nobody could see it or withdraw it (rule 28).
    guard scope?.hasEnded != true else { return Provision(nil) }
    let source = required.source ?? root
    let owner: (any SlotOwner)? = scope ?? source.publication
    if let first = owner?.slots[source, .provision] {
      Fault.providedTwice(declaration, first: first.callSite, second: callSite)
    }
    let layer = ProvisionLayer(
      recipe,
      strategy: strategy,
      on: source,
      in: scope,
      callSite: callSite
    )
    if let other = layer.forward {
      ForwardEdges.add(root, to: other, in: scope, by: layer, "provided", callSite)
    }
    owner?.slots.set(layer, of: source, .provision)
    source.forgetMemo()
    return Provision(layer)
  }
}

/// What makes a recipe that has to be provided: it stands on what was provided.
@MainActor
class RequiredPublication<Value>: Publication<Value> {
  let purpose: String

  /// The root whose provisions count, if this one was made from it for contexts.
  let source: Root<Value>?

  /// What contexts provide in place of it.
  private let alternatives: [ContextAlternative<@MainActor () -> Value>]

  nonisolated init(
    _ purpose: String,
    _ alternatives: [ContextAlternative<@MainActor () -> Value>] = [],
    of source: Root<Value>? = nil
  ) {
    self.purpose = purpose
    self.alternatives = alternatives
    self.source = source
  }

  nonisolated func when(
    _ alternative: ContextAlternative<@MainActor () -> Value>,
    of root: Root<Value>
  ) -> RequiredPublication {
    RequiredPublication(purpose, alternatives + [alternative], of: source ?? root)
  }

  override func build(for root: Root<Value>) -> Value {
    Fault.unprovided(root.declaration, purpose)
  }

  /// In an active context its instance, for as long as what is provided would be kept.
  override func ground(of root: AnySlot, in scope: OverrideScope?) -> AnySlot {
    guard let active = ContextAlternative.active(alternatives) else {
      return provision(of: root, in: scope) ?? root
    }
    return Cover(
      .build(active.instance),
      lifetime(of: root, in: scope),
      of: root
    ) { [self] in provision(of: root, in: $0) ?? root }
  }

  override func lifetime(of root: AnySlot, in scope: OverrideScope?) -> InjectionStrategy {
    guard let provision = provision(of: root, in: scope) else { return .singleton }
    let end = root.destination(from: provision, in: scope)
    return end.layer === provision ? provision.lifetime : end.root.lifetime(in: scope)
  }

  override func account(of root: AnySlot, in scope: OverrideScope?) -> [String] {
    if let active = ContextAlternative.active(alternatives) {
      return ["published for the context \(active.context)"]
    }
    guard let provision = provision(of: root, in: scope) else {
      return ["not provided: \(purpose)"]
    }
    return root.account(of: provision, "provided at \(provision.callSite)", in: scope)
  }

  override func provided(by root: AnySlot) -> AnySlot { source ?? root }

  override var isMemorable: Bool { source == nil }

  override func isProvided(_ root: AnySlot, in scope: OverrideScope?) -> Bool {
    provision(of: root, in: scope) != nil
  }

  /// The nearest provision around `scope`; an isolated scope sees those outside too (rule 21).
  func provision(of root: AnySlot, in scope: OverrideScope?) -> AnySlot? {
    let source = source ?? root
    var next = scope
    while let place = next {
      if let provision = place.slots[source, .provision] { return provision }
      next = place.parent
    }
    return source.publication?.slots[source, .provision]
  }
}
