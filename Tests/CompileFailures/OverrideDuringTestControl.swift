// expect: no error
import Vial
import VialTesting
import XCTest

final class Spy: Sendable {}
final class Recorder {}

@MainActor let analytics = Injection(strategy: .singleton, instance: Spy())
@MainActor let records = Injection(strategy: .singleton, instance: Recorder())

final class Tests: XCTestCase {
  let spy = Spy()

  override func setUp() {
    let spy = spy
    let recorder = Recorder()
    overrideDuringTest {
      analytics.override(with: spy)
      records.override(with: recorder)
    }
  }

  func testAsynchronous() async {
    overrideDuringTest { [spy] in analytics.override { spy } }
  }
}

@MainActor final class MainActorTests: XCTestCase {
  let spy = Spy()
  let recorder = Recorder()

  override func setUp() async throws {
    overrideDuringTest {
      analytics.override(with: self.spy)
      records.override(with: self.recorder)
    }
  }
}
