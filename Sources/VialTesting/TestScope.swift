import Vial

/// Reports the live uses in one scope of a test, and in the scopes that are opened inside, each injection once.
@MainActor final class TestScope: LiveResolveReceiver {
  let test: RunningTest
  let liveUse: LiveUse
  private let report: @MainActor (LiveResolve, LiveUse) -> Void
  private var reported: Set<InjectionDeclaration> = []

  init(of test: RunningTest, _ liveUse: LiveUse, report: @escaping @MainActor (LiveResolve, LiveUse) -> Void) {
    self.test = test
    self.liveUse = liveUse
    self.report = report
  }

  func receive(_ live: LiveResolve) {
    guard liveUse != .allowed, !reported.contains(live.declaration) else { return }
    guard !live.isPublished(in: [test.module]), !live.isAllowed(in: live.scope) else { return }
    reported.insert(live.declaration)
    Injections.emit(.liveUse(live.declaration))
    report(live, liveUse)
  }
}

extension LiveUse {
  /// The value of a scope: the specified one, otherwise the value of the enclosing test scope, and otherwise the default.
  @MainActor static func ofScope(_ specified: LiveUse?) -> LiveUse {
    let enclosing = OverrideScope.current.liveResolveReceiver as? TestScope
    return specified ?? enclosing?.liveUse ?? ofRun ?? .fails
  }
}
