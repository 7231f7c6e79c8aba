import Services
import Testing
import Vial
import VialTesting

@Test(.overrideScope) func warnsInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await MainActor.run { _ = nickname.resolve() }
  }
}

@Test(.overrideScope) func passesInTheScopeOfAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await withOverrideScope(.isolated) { @MainActor in
      nickname.override(with: "mock")
      _ = nickname.resolve()
    }
  }
}
