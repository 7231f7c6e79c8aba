import Vial

extension InjectionProfile {
  /// Collects a profile from events.
  @MainActor final class Recorder {
    private let beginning = ContinuousClock().now

    /// The events of the resolves, in the order of their completion.
    private var events: [InjectionEvent] = []

    nonisolated init() {}

    /// Keeps the event of a resolve, except for a build that was running when the profile began.
    ///
    /// Nothing is formatted before the profile ends, because that would delay the work.
    func receive(_ event: InjectionEvent) {
      if event.resolution == nil { return }
      if case .built(_, _, let start, _) = event, start < beginning { return }
      events.append(event)
    }

    /// The profile of the events so far.
    var profile: InjectionProfile {
      var builds: [Build] = []
      var reuses: [InjectionDeclaration: Int] = [:]
      // The builds that no other build encloses so far. A build that ends later encloses those that began after it.
      var outermost: [Times] = []
      for event in events {
        if case .built(let resolution, let type, let start, let duration) = event {
          var times = Times(start: beginning.duration(to: start), duration: duration, alone: duration)
          while let nested = outermost.last, nested.start >= times.start {
            times.alone -= nested.duration
            outermost.removeLast()
          }
          outermost.append(times)
          builds.append(Build(resolution, type, times))
        } else if let resolution = event.resolution {
          reuses[resolution.declaration, default: 0] += 1
        }
      }
      builds.sort { ($0.start, $0.depth) < ($1.start, $1.depth) }
      let counts = reuses.map { declaration, count in
        Reuse(declaration: "\(declaration.callSite)", injection: declaration.typeName, count: count)
      }
      return InjectionProfile(
        builds: builds,
        reuses: counts.sorted { ($0.injection, $0.declaration) < ($1.injection, $1.declaration) }
      )
    }
  }

  /// When a factory was called, and how long it ran, with and without nested builds.
  fileprivate struct Times {
    let start: Duration
    let duration: Duration
    var alone: Duration
  }
}

#if DEBUG
extension InjectionProfile.Recorder: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Recorder(\(events.count) events)" }
}
#endif

extension InjectionProfile.Build {
  fileprivate init(_ resolution: InjectionResolution, _ type: Any.Type, _ times: InjectionProfile.Times) {
    declaration = "\(resolution.declaration.callSite)"
    injection = resolution.declaration.typeName
    self.type = "\(type)"
    requester = resolution.requester?.description
    depth = resolution.depth
    start = times.start
    duration = times.duration
    durationWithoutNestedBuilds = times.alone
  }
}
