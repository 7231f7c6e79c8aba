extension Injection {
  /// Provides another instance while the process runs in a context, such as a preview.
  ///
  /// Chain it where the injection is published. If several contexts are active, the first one counts.
  /// Its instance is built instead of the published one, in override scopes too, and is kept by the
  /// same strategy. An override wins over every context.
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
    let published = self
    let facts = root.facts
    let earlier = facts?.contexts ?? []
    let find: @MainActor () -> Value? = {
      let isReplaced = !earlier.contains { $0.isActive() } && context.isActive()
      return isReplaced ? instance() : published.makePublished()
    }
    let kind: Factory<Value>.Kind =
      root.isRequired
      ? .find(find)
      : .build {
        guard let value = find() else { preconditionFailure("What is published is made.") }
        return value
      }
    return Injection(
      Recipe(.make(Factory(kind)), root.recipe.strategy, root.callSite),
      Facts(
        purpose: facts?.purpose,
        contexts: earlier + [context],
        provider: root.isRequired ? root.provider : nil
      )
    )
  }

  /// What the published recipe makes, whatever overrides it; `nil` when it has to be provided.
  private func makePublished() -> Value? {
    guard !root.isKey, case .make(let factory) = root.recipe.way else { return resolve() }
    switch cast(factory, to: Factory<Value>.self).kind {
    case .build(let build): return build()
    case .find(let find): return find()
    case .decorate, .each, .gone: return resolve()
    }
  }
}
