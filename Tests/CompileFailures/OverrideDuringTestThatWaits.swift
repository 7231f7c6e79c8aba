// expect: cannot pass function of type '@Sendable () async -> Void' to parameter expecting synchronous function type
import Vial
import VialTesting
import XCTest

final class Spy: Sendable {
  static func make() async -> Spy { Spy() }
}

@MainActor let analytics = Injection(strategy: .singleton, instance: Spy())

final class Tests: XCTestCase {
  override func setUp() async throws {
    overrideDuringTest {
      let spy = await Spy.make()
      analytics.override(with: spy)
    }
  }
}
