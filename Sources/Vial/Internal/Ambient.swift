/// What a task carries with it, and what a consumer remembers of where it was made.
@usableFromInline
final class Ambient: Sendable {
  let scope: OverrideScope?

  /// While someone observes, who is asking: the injection that is being built, or a consumer.
  let requester: InjectionResolution.Requester?

  /// The graph that is being recorded in this task.
  let recorder: InjectionGraph.Recorder?

  /// The task-local stands here because it must not be isolated to the main actor.
  @TaskLocal @usableFromInline static var current: Ambient?

  init(
    scope: OverrideScope?,
    requester: InjectionResolution.Requester?,
    recorder: InjectionGraph.Recorder?
  ) {
    self.scope = scope
    self.requester = requester
    self.recorder = recorder
  }

  /// What this code carries, in another scope.
  static func inScope(_ scope: OverrideScope?) -> Ambient? {
    let (requester, recorder) = (current?.requester, current?.recorder)
    if scope == nil, requester == nil, recorder == nil { return nil }
    return Ambient(scope: scope, requester: requester, recorder: recorder)
  }

  /// What this code carries, on behalf of whoever asks for an instance.
  static func requested(by requester: InjectionResolution.Requester) -> Ambient {
    Ambient(scope: current?.scope, requester: requester, recorder: current?.recorder)
  }
}
