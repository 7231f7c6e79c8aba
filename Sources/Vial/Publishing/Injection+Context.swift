extension Injection {
  /// Provides another instance while the process runs in a context, such as a preview.
  ///
  /// Chain it where the injection is published. If several contexts are active, the first one counts.
  /// Its instance is built instead of the published one, in override scopes too, and is kept by the
  /// same strategy. An override wins over every context. The result is an injection of its own, with instances of its own.
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
    guard let factory = root.recipe.factory else { preconditionFailure("A family is no injection.") }
    let kind: Factory<Value>.Kind =
      switch cast(factory, to: Factory<Value>.self).kind {
      case .contextual(let earlier, let kind): .contextual(earlier + [(context, instance)], else: kind)
      case let kind: .contextual([(context, instance)], else: kind)
      }
    let recipe = Recipe(Factory(kind), root.recipe.strategy, root.callSite)
    return Injection(recipe, root.facts.map { Facts(purpose: $0.purpose) })
  }
}
