// expect: return the injection's type without await or try, or publish Injection<any P> [override-closure]
import Vial
import VialTesting
import XCTest

final class Spy: Sendable {
  static func make() async -> Spy { Spy() }
}

@MainActor let analytics = Injection(strategy: .singleton, instance: Spy())

final class Tests: XCTestCase {
  override func setUp() {
    overrideDuringTest { analytics.override { await Spy.make() } }
  }
}
