extension Injection {
  /// Publishes another instance for processes that are started in some way.
  ///
  /// Chain it where the injection is published. The first context that is active replaces the
  /// recipe, in override scopes too; the strategy stays. An override always wins over it.
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
    let contextual = base as? ContextualLayer<Value>
    let alternative = ContextualLayer.Alternative(context: context, instance: instance)
    return Injection(
      base: ContextualLayer(
        contextual?.published ?? base,
        alternatives: (contextual?.alternatives ?? []) + [alternative]
      )
    )
  }
}

/// The bottom of a stack whose recipe depends on how the process was started.
@MainActor
final class ContextualLayer<Value>: Layer<Value> {
  struct Alternative: Sendable {
    let context: InjectionContext
    let instance: @MainActor () -> Value
  }

  let published: Layer<Value>
  let alternatives: [Alternative]

  nonisolated init(_ published: Layer<Value>, alternatives: [Alternative]) {
    self.published = published
    self.alternatives = alternatives
    super.init(
      recipe: .chosen {
        let active = alternatives.first { $0.context.isActive() }
        return active.map { .build($0.instance) } ?? published.recipe
      },
      strategy: published.strategy,
      callSite: published.callSite
    )
  }

  override var declaration: InjectionDeclaration { published.declaration }
  override var isLive: Bool {
    published.isLive && !alternatives.contains { $0.context.isActive() }
  }
  override var inheritedStrategy: InjectionStrategy { published.inheritedStrategy }
}
