extension Injection {
  /// Replaces the published instance while the process runs in a context, such as a preview.
  ///
  /// Chain this method where the injection is published. If several contexts are active, the first one is used. An
  /// override takes precedence over every context. The strategy stays the same.
  ///
  /// ```swift
  /// @MainActor public let api = Injection<any API>(strategy: .singleton, instance: LiveAPI())
  ///   .when(.preview, instance: SampleAPI())
  /// ```
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - instance: The expression that builds the replacement, on the main actor.
  ///   - _: A parameter that keeps the compiler from using a trailing closure as the instance.
  /// - Returns: Another injection, which shares neither instances nor overrides with this one.
  public nonisolated func when(
    _ context: InjectionContext,
    instance: @escaping @MainActor @autoclosure () -> Value,
    _: (() -> Never)? = nil
  ) -> Injection { alternative(context, instance) }

  /// Replaces the published instance with one that a closure builds, while the process runs in a context.
  ///
  /// ```swift
  /// @MainActor public let api = Injection<any API>(strategy: .singleton, instance: LiveAPI())
  ///   .when(.test) {
  ///     let api = SampleAPI()
  ///     api.isOffline = true
  ///     return api
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - factory: The closure that builds the replacement, on the main actor.
  /// - Returns: Another injection, which shares neither instances nor overrides with this one.
  public nonisolated func when(_ context: InjectionContext, _ factory: @escaping @MainActor () -> Value) -> Injection {
    alternative(context, factory)
  }

  private nonisolated func alternative(_ context: InjectionContext, _ build: @escaping @MainActor () -> Value)
    -> Injection
  {
    let factory: Factory<Value> =
      switch publishedProvider.factory {
      case .contextual(let earlier, let otherwise): .contextual(earlier + [(context, build)], otherwise: otherwise)
      case let factory: .contextual([(context, build)], otherwise: factory)
      }
    return Injection(factory, record.strategy, record.callSite, record.publication)
  }
}
