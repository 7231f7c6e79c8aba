// flags: -swift-version 6 -warnings-as-errors
// expect: result of call to 'allowLiveInTests()' is unused
import Testing
import Vial
import VialTesting

@MainActor let number = Injection(strategy: .singleton, instance: 1)

@MainActor @Test(.overrideScope) func usesTheNumber() {
  number.allowLiveInTests()
  _ = number.resolve()
}
