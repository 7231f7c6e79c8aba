extension Provider {
  /// Whether a context of the injection that the provider publishes is active.
  @inline(never) func isActive(_ context: InjectionContext) -> Bool {
    Engine.runRestricted(.context(of: self)) { context.isActive }
  }
}
