/// What a task carries with it, and what a consumer remembers of where it was made.
///
/// It is one word, and no optional: the task-local copies and destroys it by code of its own, where an
/// optional's would be looked up.
@frozen
@usableFromInline
enum Ambient: Sendable {
  /// Outside every scope, while nobody observes.
  case outside
  case scope(OverrideScope)
  case observed(Observation)

  /// What is carried only while someone observes.
  struct Observed: Sendable {
    /// Who is asking: the injection that is being built, or a consumer.
    let requester: InjectionResolution.Requester?

    /// The graph that is being recorded in this task.
    let recorder: InjectionGraph.Recorder?
  }

  @usableFromInline
  final class Observation: Sendable {
    @usableFromInline let scope: OverrideScope?
    let observed: Observed

    init(_ scope: OverrideScope?, _ observed: Observed) {
      self.scope = scope
      self.observed = observed
    }
  }

  /// The task-local stands here because it must not be isolated to the main actor.
  @TaskLocal @usableFromInline static var current = outside

  init(scope: OverrideScope?, observed: Observed? = nil) {
    if let observed {
      self = .observed(Observation(scope, observed))
    } else {
      self = scope.map(Ambient.scope) ?? .outside
    }
  }

  @inlinable var scope: OverrideScope? {
    switch self {
    case .outside: nil
    case .scope(let scope): scope
    case .observed(let observation): observation.scope
    }
  }

  /// The serial number of the scope; zero outside every scope.
  @inlinable var serial: UInt64 {
    switch self {
    case .outside: 0
    case .scope(let scope): scope.serial
    case .observed(let observation): observation.scope?.serial ?? 0
    }
  }

  var observed: Observed? {
    if case .observed(let observation) = self { observation.observed } else { nil }
  }

  /// What this code carries, in another scope.
  static func inScope(_ scope: OverrideScope?) -> Ambient {
    Ambient(scope: scope, observed: current.observed)
  }

  /// The same with another requester or recorder.
  func with(
    requester: InjectionResolution.Requester? = nil,
    recorder: InjectionGraph.Recorder? = nil
  ) -> Ambient {
    let (requester, recorder) = (requester ?? observed?.requester, recorder ?? observed?.recorder)
    return Ambient(scope: scope, observed: Observed(requester: requester, recorder: recorder))
  }
}
