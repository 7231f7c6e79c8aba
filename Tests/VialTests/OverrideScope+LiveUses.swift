import Vial

extension OverrideScope {
  /// Reports the live uses of the scope, as `VialTesting` does for the scope of a test.
  func reportLiveUses(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    makeTestSupport().receiver = LiveUses(report: report)
  }
}

/// Receives each resolve of a live implementation, with its event.
@MainActor private final class LiveUses: LiveResolveReceiver {
  private let report: @MainActor (LiveResolve) -> Void

  init(report: @escaping @MainActor (LiveResolve) -> Void) { self.report = report }

  func receive(_ live: LiveResolve) -> (@MainActor () -> Void)? {
    Engine.emit(.liveUse(live.declaration))
    report(live)
    return nil
  }

  var testName: String? { "Tests.test()" }
}
