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

@MainActor private final class EagerLiveDashboard {
  static let shared = EagerLiveDashboard()
  let text = services[3].resolve()
}

/// Tests that use a static object of the first one, each of which is reported.
///
/// The first read of a live property is a live use of nobody.
@Suite(.serialized, .overrideScope { services[0].override(with: "mine") }) @MainActor struct StaticModelTests {
  @Test(.overrideScope { services[1].override(with: "mock") }) func makesTheModel() {
    #expect(Dashboard.shared.first == "mine")
  }

  @Test(.overrideScope { services[1].override(with: "mock") }) func warnsAsTheCreatorOfAnEagerObject() {
    #expect(services[1].resolve() == "mock")
    for _ in 0..<2 { #expect(EagerDashboard.shared.text == "mock") }
  }

  /// A later test would use the live instance without any resolve.
  @Test(.overrideScope { services[3].allowLive() }) func warnsAsTheCreatorOfAnEagerObjectThatIsLive() {
    #expect(EagerLiveDashboard.shared.text == "live")
  }

  /// The object has its own scope, and does not depend on a test.
  @Test func createsAnObjectInItsOwnScope() { #expect(EagerDashboard.independent.text == "independent") }

  @Test func warnsAsTheSecondReader() { for _ in 0..<2 { _ = Dashboard.shared.first } }

  @Test func warnsAsTheThirdReader() { _ = Dashboard.shared.first }

  @Test func warnsAsTheFirstReaderOfAnotherProperty() { #expect(Dashboard.shared.second == "mock") }

  @Test func readsALivePropertyFirst() { #expect(Dashboard.shared.live == "live") }

  /// A further read resolves nothing, so it belongs to the reader alone.
  @Test(arguments: 0..<2) func failsOnTheLiveInstance(number: Int) {
    for _ in 0..<2 { #expect(Dashboard.shared.live == "live") }
  }

  @Test(.overrideScope { services[2].allowLive() }) func mayUseTheLiveInstance() { _ = Dashboard.shared.live }
}
