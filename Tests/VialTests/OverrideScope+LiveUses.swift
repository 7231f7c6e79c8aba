import Vial

extension OverrideScope {
  /// Reports the live uses of the scope, as `VialTesting` does for the scope of a test.
  ///
  /// - Parameters:
  ///   - completion: Called when the instance of a live use was found or built.
  ///   - report: Receives the live uses.
  func reportLiveUses(
    completion: (@MainActor () -> Void)? = nil,
    _ report: @escaping @MainActor (LiveResolve) -> Void
  ) { findOrAddTestSupport().receiver = LiveUses(report, completion) }
}

/// Receives each resolve of a live implementation, with its event.
@MainActor private final class LiveUses: LiveResolveReceiver {
  private let report: @MainActor (LiveResolve) -> Void

  private let completion: (@MainActor () -> Void)?

  init(_ report: @escaping @MainActor (LiveResolve) -> Void, _ completion: (@MainActor () -> Void)?) {
    self.report = report
    self.completion = completion
  }

  func receive(_ live: LiveResolve) -> (@MainActor () -> Void)? {
    Engine.emit(.liveUse(live.declaration))
    report(live)
    return completion
  }

  var testName: String? { "Tests.test()" }
}
