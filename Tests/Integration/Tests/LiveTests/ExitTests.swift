import Services
import Testing
import Vial
import VialTesting
import XCTest

// The process of an exit test has no scope of the test. Each report in one is a warning.

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

@Test(.overrideScope) func warnsOfAnOverrideInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await MainActor.run { _ = nickname.override(with: "mock") }
  }
}

@Test(.overrideScope) func reportsALatePermissionInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await MainActor.run {
      _ = nickname.resolve()
      nickname.allowLive()
    }
  }
}

@Test(.overrideScope) func reportsAKeptInstanceInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await MainActor.run {
      nickname.allowLive()
      let model = Model()
      _ = model.text
      nickname.override(with: "mock")
      for _ in 0..<2 { _ = model.text }
    }
  }
}

#if !canImport(ObjectiveC)
@Test(.overrideScope) func warnsOfAnObjectOfAnEndedTestInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await MainActor.run {
      let model = modelOfEndedTest()
      for _ in 0..<2 { _ = model?.text }
    }
  }
}

@Test(.overrideScope) func warnsOfALiveUseThroughAnObjectOfAnEndedTestInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await MainActor.run { _ = modelOfEndedTest(isOverridden: false)?.text }
  }
}

@MainActor private func modelOfEndedTest(isOverridden: Bool = true) -> Model? {
  var model: Model?
  XCTestCase(name: "testEnds", testClosure: { _ in }).inOverrideScope(live: .allowed) {
    MainActor.assumeIsolated {
      model = Model()
      guard isOverridden else { return }
      nickname.override(with: "mock")
      _ = model?.text
    }
  }
  return model
}
#endif

@Test(.overrideScope) func warnsOfEscapedWorkInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await Task.detached { _ = await nickname.resolve() }.value
  }
}

@Test(.overrideScope) func warnsOfAFakeInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await withOverrideScope(.isolated) { @MainActor in
      recorder.override(with: Recorder())
      for _ in 0..<2 { _ = recorder.resolve() }
    }
  }
}

@Test(.overrideScope) func failsOfAnExpectationInAnExitTest() async {
  await #expect(processExitsWith: .success) {
    await MainActor.run { expectProvided(required) }
  }
}

@Test(.overrideScope) func passesBecauseAnImplementationIsMissing() async {
  await #expect(processExitsWith: .failure) {
    await MainActor.run { _ = required.resolve() }
  }
}

/// The ways to an implementation that no test may use.
enum ForbiddenUse: String, Codable, CaseIterable {
  case ofAnInjection, ofAKey, ofAnImplementation, ofAForward, ofAnOriginal

  @MainActor func run() {
    switch self {
    case .ofAnInjection:
      forbidden.allowLive()
      _ = forbidden.resolve()
    case .ofAKey:
      _ = forbiddenNames.resolve(1)
    case .ofAnImplementation:
      forbiddenRequired.provide(with: reach())
      _ = forbiddenRequired.resolve()
    case .ofAForward:
      forbiddenRequired.provide(with: reached)
      _ = forbiddenRequired.resolve()
    case .ofAnOriginal:
      forbidden.override(with: { original in "decorated " + original.resolve() })
      _ = forbidden.resolve()
    }
  }
}

@Test(.overrideScope, arguments: ForbiddenUse.allCases)
func passesBecauseTheProcessStopsBeforeALiveUse(use: ForbiddenUse) async throws {
  let result = await #expect(
    processExitsWith: .failure,
    observing: [\.standardErrorContent, \.standardOutputContent]
  ) { [use = use as ForbiddenUse] in
    await withOverrideScope(.isolated) { @MainActor in use.run() }
  }
  let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
  let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  #expect(errors.contains("[never-live]"))
  #expect(!output.contains("reached"))
}
