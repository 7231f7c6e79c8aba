// expect: sending 'recorder' risks causing data races
import Vial
import VialTesting
import XCTest

final class Recorder {}

@MainActor let records = Injection(strategy: .singleton, instance: Recorder())

final class Tests: XCTestCase {
  let recorder = Recorder()

  // A copy of the property is enough for a Sendable object only. This class has to be isolated to the main actor.
  override func setUp() {
    let recorder = recorder
    overrideDuringTest { records.override(with: recorder) }
  }
}
