// expect: sending 'self' risks causing data races
import Vial
import VialTesting
import XCTest

final class Spy: Sendable {}

@MainActor let analytics = Injection(strategy: .singleton, instance: Spy())

final class Tests: XCTestCase {
  let spy = Spy()

  override func setUp() {
    overrideDuringTest { analytics.override(with: self.spy) }
  }
}
