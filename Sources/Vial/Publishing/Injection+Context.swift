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
    let alternative = ContextAlternative(context: context, instance: instance)
    let publication: Publication<Value> =
      switch root.recipe {
      case .published(let required as RequiredPublication<Value>):
        required.when(alternative, of: root)
      case .published(let contextual as ContextualPublication<Value>):
        contextual.when(alternative)
      case .build(let factory): ContextualPublication(factory, [alternative])
      default: ContextualPublication({ self.resolve() }, [alternative])
      }
    return Injection(
      root: Root(
        recipe: .published(publication),
        strategy: root.strategy,
        callSite: root.callSite
      )
    )
  }
}

/// What is built instead while the process runs in a context.
struct ContextAlternative<Factory: Sendable>: Sendable {
  let context: InjectionContext
  let instance: Factory

  /// The first whose context is active.
  @MainActor
  static func active(_ alternatives: [ContextAlternative]) -> ContextAlternative? {
    alternatives.first { $0.context.isActive() }
  }
}

/// What makes a recipe that depends on how the process was started.
@MainActor
final class ContextualPublication<Value>: Publication<Value> {
  private let published: @MainActor () -> Value
  private let alternatives: [ContextAlternative<@MainActor () -> Value>]

  nonisolated init(
    _ published: @escaping @MainActor () -> Value,
    _ alternatives: [ContextAlternative<@MainActor () -> Value>]
  ) {
    self.published = published
    self.alternatives = alternatives
  }

  nonisolated func when(_ alternative: ContextAlternative<@MainActor () -> Value>)
    -> ContextualPublication
  {
    ContextualPublication(published, alternatives + [alternative])
  }

  override func build(for root: Root<Value>) -> Value {
    ContextAlternative.active(alternatives)?.instance() ?? published()
  }

  override var isLive: Bool { ContextAlternative.active(alternatives) == nil }

  override func account(of root: AnySlot, in scope: OverrideScope?) -> [String] {
    let active = ContextAlternative.active(alternatives)
    return active.map { ["published for the context \($0.context)"] } ?? []
  }
}
