import Services
import Testing
import Vial
import VialTesting

@MainActor private final class Dashboard {
  static let shared = Dashboard()
  @Instance(services[0]) var first
  @Instance(services[1]) var second
  @Instance(services[2]) var live
}

/// An object that resolves when it is created, so nothing is resolved when a later test uses it.
@MainActor private final class EagerDashboard {
  static let shared = EagerDashboard()
  static let independent = OverrideScope(.isolated).run {
    services[1].override(with: "independent")
    return EagerDashboard()
  }
  let text = services[1].resolve()
}

/// Tests that use a static object of the first one.
///
/// Each is reported, and no test fails.
@Suite(.serialized, .overrideScope { services[0].override(with: "mine") }) @MainActor struct StaticModelTests {
  @Test(.overrideScope { services[1].override(with: "mock") }) func makesTheModel() {
    #expect(Dashboard.shared.first == "mine")
  }

  @Test(.overrideScope { services[1].override(with: "mock") }) func warnsAsTheCreatorOfAnEagerObject() {
    for _ in 0..<2 { #expect(EagerDashboard.shared.text == "mock") }
  }

  /// The object has its own scope, and does not depend on a test.
  @Test func createsAnObjectInItsOwnScope() { #expect(EagerDashboard.independent.text == "independent") }

  @Test func warnsAsTheSecondReader() { for _ in 0..<2 { _ = Dashboard.shared.first } }

  @Test func warnsAsTheThirdReader() { _ = Dashboard.shared.first }

  @Test func warnsAsTheFirstReaderOfAnotherProperty() { #expect(Dashboard.shared.second == "mock") }

  @Test(arguments: 0..<2) func readsALiveProperty(number: Int) { #expect(Dashboard.shared.live == "live") }

  @Test(.overrideScope { services[2].allowLive() }) func mayUseTheLiveInstance() { _ = Dashboard.shared.live }
}
