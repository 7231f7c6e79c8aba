/// What a task carries with it, and what a consumer remembers of where it was made.
@usableFromInline
final class Ambient: Sendable {
  @usableFromInline let scope: OverrideScope?
  let observed: Observed?

  /// The serial number of the scope; zero outside every scope.
  @usableFromInline let serial: UInt64

  /// What is carried only while someone observes.
  struct Observed: Sendable {
    /// Who is asking: the injection that is being built, or a consumer.
    let requester: InjectionResolution.Requester?

    /// The graph that is being recorded in this task.
    let recorder: InjectionGraph.Recorder?
  }

  /// The task-local stands here because it must not be isolated to the main actor.
  @TaskLocal @usableFromInline static var current: Ambient?

  init(scope: OverrideScope?, observed: Observed? = nil) {
    self.scope = scope
    self.observed = observed
    serial = scope?.serial ?? 0
  }

  /// What this code carries, in another scope.
  static func inScope(_ scope: OverrideScope?) -> Ambient? {
    let observed = current?.observed
    return scope == nil && observed == nil ? nil : Ambient(scope: scope, observed: observed)
  }

  /// What this code carries, on behalf of whoever asks for an instance.
  static func requested(by requester: InjectionResolution.Requester) -> Ambient {
    let current = current
    return Ambient(
      scope: current?.scope,
      observed: Observed(requester: requester, recorder: current?.observed?.recorder)
    )
  }
}
