/// What a task carries with it: in which scope it runs and, while someone observes, for whom.
@frozen @usableFromInline enum Ambient: Sendable {
  case plain(OverrideScope)
  case observed(Observed)

  @TaskLocal @usableFromInline static var current = Ambient.plain(.outside)

  @inlinable var scope: OverrideScope {
    switch self {
    case .plain(let scope): scope
    case .observed(let observed): observed.scope
    }
  }

  @inlinable static var scope: OverrideScope { current.scope }

  var observed: Observed? {
    switch self {
    case .plain: nil
    case .observed(let observed): observed
    }
  }

  /// The same in another scope.
  func moved(to scope: OverrideScope) -> Ambient {
    switch self {
    case .plain: .plain(scope)
    case .observed(let other): .observed(Observed(scope, other.requester, other.recorder))
    }
  }

  /// Runs work in another scope.
  func run<R>(in scope: OverrideScope, _ body: () throws -> R) rethrows -> R {
    try Self.$current.withValue(moved(to: scope), operation: body)
  }

  /// The same for another requester.
  func asked(by requester: InjectionResolution.Requester?) -> Ambient {
    .observed(Observed(scope, requester, observed?.recorder))
  }
}

/// Who asks, while someone observes.
@usableFromInline final class Observed: Sendable {
  @usableFromInline let scope: OverrideScope

  /// The injection that is being built, or the owner of the consumer that is read.
  let requester: InjectionResolution.Requester?

  /// The graph that is being recorded in this task; a consumer that was made meanwhile must not keep it.
  weak let recorder: InjectionGraph.Recorder?

  init(
    _ scope: OverrideScope,
    _ requester: InjectionResolution.Requester?,
    _ recorder: InjectionGraph.Recorder?
  ) {
    self.scope = scope
    self.requester = requester
    self.recorder = recorder
  }
}
