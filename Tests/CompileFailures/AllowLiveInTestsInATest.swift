// flags: -swift-version 6 -warnings-as-errors
// expect: in a test, write allowLive() [allow-live]
import Testing
import Vial
import VialTesting

@MainActor let number = Injection(strategy: .singleton, instance: 1)

@MainActor @Test(.overrideScope { number.allowLiveInTests() }) func usesTheNumber() { _ = number.resolve() }
