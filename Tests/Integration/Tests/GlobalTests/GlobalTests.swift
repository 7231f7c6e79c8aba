import Greetings
import Testing
import Vial
import VialTesting
import XCTest

@MainActor final class Model {
  @Instance(greeting) var text
}

@MainActor struct GlobalTests {
  @Test(.overrideScope { greeting.override(with: "scoped") }) func readsAConsumerFromOutside() async {
    let model = await Task.detached { await MainActor.run { Model() } }.value
    #expect(model.text == "hello")
  }
  @Test(.overrideScope) func overridesInItsScope() { greeting.override(with: "scoped") }
  @Test func overridesOutside() {
    let token = greeting.override(with: "global")
    token.rollback()
  }
  @Test func resolvesLive() { for _ in 0..<3 { #expect(greeting.resolve() == "hello") } }
  @Test func isAllowedToResolveLive() {
    farewell.allowLive()
    #expect(farewell.resolve() == "goodbye")
  }
}

final class GlobalXCTests: XCTestCase {
  func testOverrides() {
    overrideDuringTest { greeting.override(with: "until the test ends") }
  }
}
