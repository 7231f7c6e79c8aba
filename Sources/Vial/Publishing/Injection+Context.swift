extension Injection {
  /// Provides another instance while the process runs in a context, such as a preview.
  ///
  /// Chain it where the injection is published. If several contexts are active, the first one counts.
  /// Its instance is built instead of the published one, in override scopes too, and is kept by the
  /// same strategy. An override wins over every context. While no context is active, a family's key provides as
  /// before: the result has the key's instance.
  ///
  /// ```swift
  /// @MainActor public let api = Injection<any API>(strategy: .singleton, instance: LiveAPI())
  ///   .when(.preview, instance: SampleAPI())
  /// ```
  ///
  /// - Parameters:
  ///   - context: When to build `instance` instead.
  ///   - instance: An expression that builds the other instance, on the main actor.
  /// - Returns: The injection to publish.
  public nonisolated func when(
    _ context: InjectionContext,
    instance: @escaping @MainActor @autoclosure () -> Value
  ) -> Injection {
    // A key provides by itself while no context of its own is active, see `Root.forward(from:)`.
    let earlier = root.isKey ? [] : root.facts?.contexts ?? []
    let kind: Factory<Value>.Kind = .each { _ in
      if earlier.active == nil, context.isActive() { return .build(instance) }
      // What was published, whatever overrides it.
      guard let published, !root.isKey else { return .build { resolve() } }
      return published
    }
    let purpose = root.isKey ? nil : root.facts?.purpose
    let base = root.isKey || root.isRequired ? root.source : root.facts?.base
    return Injection(
      Recipe(Factory(kind), root.recipe.strategy, root.callSite),
      Facts(purpose: purpose, contexts: earlier + [context], base: base)
    )
  }
}
