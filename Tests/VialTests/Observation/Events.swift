import Vial

/// Returns the events of synchronous work.
@MainActor func events(of body: () -> Void) -> [InjectionEvent] {
  var events: [InjectionEvent] = []
  let observation = Injections.observe { events.append($0) }
  body()
  observation.cancel()
  return events
}

extension [InjectionEvent] {
  /// The events as text, with the types that the injections provide and without lines and durations.
  @MainActor var summaries: [String] { map(\.summary) }

  /// The resolves, in the order of their completion.
  var resolutions: [InjectionResolution] {
    compactMap { event in
      switch event {
      case .built(let resolution, _, _, _), .reused(let resolution): resolution
      case .released, .overridden, .rolledBack, .provided, .withdrawn, .scopeOpened, .scopeEnded, .cleared, .liveUse:
        nil
      }
    }
  }
}

extension InjectionEvent {
  @MainActor fileprivate var summary: String {
    switch self {
    case .built(let resolution, let instance, _, _):
      "built \(resolution.declaration.typeName) as \(instance)"
    case .reused(let resolution): "reused \(resolution.declaration.typeName)"
    case .released(let declaration, _, _): "released \(declaration.typeName)"
    case .overridden(let override): "overridden \(override.declaration.typeName)"
    case .rolledBack(let override): "rolled back \(override.declaration.typeName)"
    case .provided(let provision): "provided \(provision.declaration.typeName)"
    case .withdrawn(let provision): "withdrawn \(provision.declaration.typeName)"
    case .scopeOpened(let scope): "opened \(scope.kind)"
    case .scopeEnded(let scope): "ended \(scope.kind)"
    case .cleared(let scope, let kept): "cleared \(scope.name) \(kept.map(\.typeName))"
    case .liveUse(let declaration): "live \(declaration.typeName)"
    }
  }
}
