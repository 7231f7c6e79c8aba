import Services
import Testing
import Vial
import VialTesting

/// Live uses while the tests are planned, before the first one begins.
@MainActor struct PlanTests {
  @Test(.enabled { await services[0].resolve() == "live" }) func hasACondition() {}

  @Test(arguments: await [services[1].resolve()]) func hasArguments(text: String) {}

  @Test(Prepared()) func isPrepared() {}

  @Test(.overrideScope) func usesNothingLive() {}
}

struct Prepared: TestTrait {
  func prepare(for test: Test) async throws { _ = await services[2].resolve() }
}
