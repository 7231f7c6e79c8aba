import Foundation
import Testing

@testable import Vial

/// Whether `VialTesting` watches the process, as it does from the load of a test bundle that contains it.
///
/// The tests of the core run in both kinds of processes. `VIAL_CORE_TESTS` builds a bundle without `VialTesting`, in which
/// the core takes the same paths as in an application.
@MainActor struct ProcessWatchTests {
  @Test func processIsWatchedUnlessTheBundleContainsTheTestsOfTheCoreOnly() {
    let containsOtherTests = ProcessInfo.processInfo.environment["VIAL_CORE_TESTS"] == nil

    expectEqual((OverrideScope.global.liveResolveReceiver != nil), containsOtherTests)
    expectEqual((TestHooks.onOverride != nil), containsOtherTests)
    #if DEBUG
    expectEqual((TestHooks.onRead != nil), containsOtherTests)
    expectEqual((TestHooks.onResolve != nil), containsOtherTests)
    #endif
  }
}
