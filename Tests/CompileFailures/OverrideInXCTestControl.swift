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
    override(analytics) { [spy] in spy }
    let recorder = Recorder()
    override(records, with: recorder)
  }
}

@MainActor final class MainActorTests: XCTestCase {
  let spy = Spy()
  let recorder = Recorder()

  override func setUp() async throws {
    override(analytics, with: self.spy)
    override(records, with: self.recorder)
  }
}
