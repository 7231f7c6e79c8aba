import Services
import Testing
import VialTesting

@MainActor struct UnprovidedTests {
  @Test(.overrideScope) func needsAName() {
    _ = required.resolve()
  }
}
