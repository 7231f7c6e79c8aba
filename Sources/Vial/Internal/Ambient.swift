/// What a task carries with it.
///
/// It stands in a type of its own because a task-local must not be isolated to the main actor.
@usableFromInline
enum Ambient {
  @TaskLocal @usableFromInline static var scope = OverrideScope.outside

  /// Set only while someone observes.
  @TaskLocal @usableFromInline static var observed: Observed?
}

/// Who asks, while someone observes.
@usableFromInline
final class Observed: Sendable {
  /// The injection that is being built, or the owner of the consumer that is read.
  let requester: InjectionResolution.Requester?

  /// The graph that is being recorded in this task; a consumer that was made meanwhile must not keep it.
  weak let recorder: InjectionGraph.Recorder?

  init(_ requester: InjectionResolution.Requester?, _ recorder: InjectionGraph.Recorder?) {
    self.requester = requester
    self.recorder = recorder
  }
}
