import Vial

extension InjectionProfile {
  /// Collects a profile from events.
  @MainActor final class Recorder {
    private let beginning = ContinuousClock().now
    private var events: [InjectionEvent] = []

    nonisolated init() {}

    /// Keeps the event of a resolve, except for a build that was running when the profile began.
    ///
    /// Nothing is formatted before the profile ends, because that would delay the work.
    func receive(_ event: InjectionEvent) {
      if case .built(_, _, let start, _) = event, start < beginning { return }
      if event.resolution != nil { events.append(event) }
    }

    /// The profile of the events so far.
    var profile: InjectionProfile {
      var (builds, reuses) = ([Build](), [InjectionDeclaration: Int]())
      // The builds that no other build encloses so far. A build that ends later encloses those that began after it.
      var outermost: [(start: Duration, duration: Duration)] = []
      for event in events {
        if case .reused(let resolution) = event { reuses[resolution.declaration, default: 0] += 1 }
        guard case .built(let resolution, let type, let instant, let duration) = event else { continue }
        let start = beginning.duration(to: instant)
        var alone = duration
        while let nested = outermost.last, nested.start >= start { alone -= outermost.removeLast().duration }
        outermost.append((start, duration))
        builds.append(Build(resolution, type, (start, duration, alone)))
      }
      return InjectionProfile(
        builds: builds.sorted { ($0.start, $0.depth) < ($1.start, $1.depth) },
        reuses: reuses.map { Reuse(declaration: "\($0.callSite)", injection: $0.typeName, count: $1) }
          .sorted { ($0.injection, $0.declaration) < ($1.injection, $1.declaration) }
      )
    }
  }
}

extension InjectionProfile.Build {
  fileprivate init(_ resolution: InjectionResolution, _ type: Any.Type, _ times: (Duration, Duration, Duration)) {
    (declaration, injection) = ("\(resolution.declaration.callSite)", resolution.declaration.typeName)
    (self.type, requester, depth) = ("\(type)", resolution.requester?.description, resolution.depth)
    (start, duration, durationWithoutNestedBuilds) = times
  }
}
