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

@Test(.overrideScope) func warnsInAScopeOfAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await withOverrideScope(.isolated) { @MainActor in _ = nickname.resolve() }
  }
}

/// An override in the global scope of the process is a warning.
@Test(.overrideScope) func warnsOfAnOverrideInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await MainActor.run { _ = nickname.override(with: "mock") }
  }
}

@Test(.overrideScope) func passesBecauseTheProcessStopsBeforeALiveUse() async throws {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent, \.standardOutputContent]) {
    await withOverrideScope(.isolated) { @MainActor in
      forbidden.allowLive()
      _ = forbidden.resolve()
    }
  }
  let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
  #expect(String(decoding: try #require(result).standardErrorContent, as: UTF8.self).contains("[never-live]"))
  #expect(!output.contains("reached"))
}
