extension Layer {
  /// Provides as `provide` does, and reports it to whoever observes.
  final func provideObserved(_ holder: inout Holder) -> Value {
    guard Injections.isObserved, isReported else { return provide(&holder) }
    let resolution = InjectionResolution(
      declaration: declaration,
      strategy: answeringStrategy,
      overriddenAt: overriddenAt,
      requester: Ambient.current?.requester
    )
    if let value = reuse(&holder) {
      Injections.emit(.reused(resolution))
      return value
    }
    // A shared instance that was provided before has died since.
    if case .weak = cache, keeper != nil {
      keeper = nil
      Injections.emit(.released(declaration))
    }
    Injections.emit(.building(resolution))
    let clock = ContinuousClock()
    let start = clock.now
    let value = Ambient.$current.withValue(.requested(by: .injection(resolution.declaration))) {
      build(&holder)
    }
    let duration = start.duration(to: clock.now)
    Injections.emit(.built(resolution, instance: Swift.type(of: value as Any), duration: duration))
    return value
  }

  /// The lifetime of what answers; where another injection provides, it is that one's.
  private var answeringStrategy: InjectionStrategy {
    guard let forwarded else { return inheritedStrategy }
    return forwarded.layer(in: OverrideScope.current).answeringStrategy
  }
}
