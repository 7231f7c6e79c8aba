import Vial

@testable import VialTesting

extension OverrideScope {
  /// Reports the live uses of the scope, each injection once, as the scope of a test of another module does.
  func reportLiveUses(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    liveResolveReceiver = Receiver(report)
  }
}

@MainActor private final class Receiver: LiveResolveReceiver {
  private let report: @MainActor (LiveResolve) -> Void
  private var reported: Set<InjectionDeclaration> = []

  init(_ report: @escaping @MainActor (LiveResolve) -> Void) { self.report = report }

  func receive(_ live: LiveResolve) {
    guard !live.isAllowed(in: live.scope), reported.insert(live.declaration).inserted else { return }
    Injections.emit(.liveUse(live.declaration))
    report(live)
  }

  var testName: String? { "Tests.test()" }
}
