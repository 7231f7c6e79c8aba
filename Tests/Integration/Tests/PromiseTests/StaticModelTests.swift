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

/// Tests that use a static object of the first one.
///
/// Each is told, and no test fails.
@Suite(.serialized, .overrideScope { services[0].override(with: "mine") }) @MainActor struct StaticModelTests {
  @Test(.overrideScope { services[1].override(with: "mock") }) func makesTheModel() {
    #expect(Dashboard.shared.first == "mine")
  }

  @Test func warnsAsTheSecondReader() { for _ in 0..<2 { _ = Dashboard.shared.first } }

  @Test func warnsAsTheThirdReader() { _ = Dashboard.shared.first }

  @Test func warnsAsTheFirstReaderOfAnotherProperty() { #expect(Dashboard.shared.second == "mock") }

  @Test(arguments: 0..<2) func readsALiveProperty(number: Int) { #expect(Dashboard.shared.live == "live") }

  @Test(.overrideScope { services[2].allowLive() }) func mayUseTheLiveInstance() { _ = Dashboard.shared.live }
}
