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
    let alternative = ContextualLayer.Alternative(context, instance)
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
  @MainActor
  final class Alternative {
    let context: InjectionContext
    let instance: @MainActor () -> Value
    private var standIn: Injection<Value>?

    nonisolated init(_ context: InjectionContext, _ instance: @escaping @MainActor () -> Value) {
      self.context = context
      self.instance = instance
    }

    /// What provides in place of an injection that `published` forwards to, which caches nothing.
    func standIn(for published: Layer<Value>) -> Injection<Value> {
      if let standIn { return standIn }
      let layer = Layer(
        recipe: .build(instance),
        strategy: published.inheritedStrategy,
        callSite: published.callSite
      )
      let made = Injection(base: layer)
      standIn = made
      return made
    }
  }

  let published: Layer<Value>
  let alternatives: [Alternative]

  nonisolated init(_ published: Layer<Value>, alternatives: [Alternative]) {
    self.published = published
    self.alternatives = alternatives
    super.init(
      recipe: .chosen {
        guard let active = alternatives.first(where: { $0.context.isActive() }) else {
          return published.recipe
        }
        guard case .forward = published.recipe else { return .build(active.instance) }
        return .forward { active.standIn(for: published) }
      },
      strategy: published.strategy,
      callSite: published.callSite
    )
  }

  private var active: Alternative? { alternatives.first { $0.context.isActive() } }

  override func account(in scope: OverrideScope?) -> [String] {
    active.map { ["published for the context \($0.context)"] } ?? published.account(in: scope)
  }

  override var declaration: InjectionDeclaration { published.declaration }
  override var isLive: Bool { published.isLive && active == nil }
  override var inheritedStrategy: InjectionStrategy { published.inheritedStrategy }

  override var forwarded: Injection<Value>? {
    guard case .forward = published.recipe else { return nil }
    return active?.standIn(for: published) ?? published.forwarded
  }

  override func failToForward() -> Never { published.failToForward() }
}
