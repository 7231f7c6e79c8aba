@testable import Vial

// The end of a run, and the description of its trace.

extension Operation {
  /// The initial provision of an implementation for a required injection.
  static func providing(_ subject: Int) -> Operation {
    Operation(kind: .provide, seed: UInt64(subject), omitsScript: true)
  }
}

extension ReferenceModel {
  var lines: [String] { trace.map { "\($0.action.line(in: $0.scope)) → \($0.result)" } }

  func releaseEverything() {
    consumers = [:]
    temporaries = []
    releaseUnreferenced()
    for scope in scopes.indices.dropFirst() where !scopes[scope].isReleased {
      endScope(scope)
      scopes[scope].isRetained = false
    }
    for provider in overridesBySubject.flatMap({ $0 }).sorted().reversed() { _ = remove(provider) }
    evict { $1.flow != nil }
    releaseUnreferenced()
  }
}

extension InjectionsUnderTest {
  func releaseEverything() {
    consumers = [:]
    for number in weakScopes.keys.sorted() { scope(number)?.end() }
    scopes = [:]
    Overrides.rollbackAll()
    flows[1].clear()
  }

  /// Releases everything that the run created.
  func tearDown() {
    model.hasFinished = true
    observation?.cancel()
    for observer in observations.values { observer.observation.cancel() }
    OverrideScope.sealCallSite = nil
    releaseEverything()
    for provision in provisions { provision.withdraw() }
    // An instance can own a scope that retains the injection of the instance.
    for injection in injections { injection?.clear() }
    for family in families { family.clear() }
    injections = []
    families = []
  }
}
