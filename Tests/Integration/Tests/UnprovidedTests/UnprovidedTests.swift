import Testing
import Vial
import VialTesting
@MainActor private let session = Injection<String>.required("the session")

@MainActor struct UnprovidedTests {
  @Test(.overrideScope(.strict)) func needsASession() {
    _ = session.resolve()
  }
}
