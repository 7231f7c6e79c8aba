import Vial

/// The events of some synchronous work, which nothing else interrupts.
@MainActor func events(of body: () -> Void) -> [InjectionEvent] {
  var events: [InjectionEvent] = []
  let observation = Injections.observe { events.append($0) }
  body()
  observation.cancel()
  return events
}

extension [InjectionEvent] {
  /// What happened, with the type that the injection provides and without lines and times.
  @MainActor var summaries: [String] { map(\.summary) }

  /// What was asked for, in order: built or reused.
  var resolutions: [InjectionResolution] {
    compactMap { event in
      switch event {
      case .building(let resolution), .reused(let resolution): resolution
      default: nil
      }
    }
  }
}

extension InjectionEvent {
  @MainActor fileprivate var summary: String {
    switch self {
    case .building(let resolution): "building \(resolution.declaration.typeName)"
    case .built(let resolution, let instance, _):
      "built \(resolution.declaration.typeName) as \(instance)"
    case .reused(let resolution): "reused \(resolution.declaration.typeName)"
    case .released(let declaration): "released \(declaration.typeName)"
    case .overridden(let override): "overridden \(override.declaration.typeName)"
    case .rolledBack(let override): "rolled back \(override.declaration.typeName)"
    case .scopeOpened(let scope): "opened \(scope.kind)"
    case .scopeEnded(let scope): "closed \(scope.kind)"
    case .cleared(let scope, let kept): "cleared \(scope.name) \(kept.map(\.typeName))"
    case .strictViolation(let declaration): "live \(declaration.typeName)"
    }
  }
}
