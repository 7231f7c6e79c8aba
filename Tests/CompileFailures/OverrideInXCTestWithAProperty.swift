// expect: reference to property 'spy' in closure requires explicit use of 'self' to make capture semantics explicit
import Vial
import VialTesting
import XCTest

final class Spy: Sendable {}

@MainActor let analytics = Injection(strategy: .singleton, instance: Spy())

final class Tests: XCTestCase {
  let spy = Spy()

  override func setUp() {
    override(analytics, with: spy)
  }
}
