#if DEBUG
import Dispatch
import Testing
import Vial

/// A task that resolves an injection while the factory of the injection runs closes no cycle (rule 24).
@MainActor struct OtherTaskTests {
  private enum Use: CaseIterable { case directly, inANestedBuild, inAConsumer, inAKey }

  private static func resolve(_ use: Use) {
    let itself = Variable<Injection<Int>?>(nil)
    // As the run loop does, this runs another task before the factory returns.
    let build: @MainActor () -> Int = {
      Task.immediate { @MainActor in _ = itself.content?.resolve() }
      return 1
    }
    let injection = Injection(strategy: .singleton, fileID: "App/A.swift", line: 1, build)
    let family = InjectionFamily<Int, Int>(strategy: .singleton, fileID: "App/A.swift", line: 1) { _ in build() }
    itself.content = use == .inAKey ? family[7] : injection
    switch use {
    case .directly, .inAKey: _ = itself.content?.resolve()
    case .inANestedBuild: _ = Injection(strategy: .singleton) { injection.resolve() }.resolve()
    case .inAConsumer: _ = Owner(injection).value
    }
  }

  @Test(.exitTest) func resolveOfAnotherTaskIsNotReportedAsACycle() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let programs = Use.allCases.map { use in
          let name = use == .inAKey ? "Int[7]" : "Int"
          return StoppingProgram(
            "\(use)",
            beginsWith: """
              App/A.swift:1: Fatal error: \(name) (App/A.swift:1) was resolved by another task while its factory was running.

                  Factory: App/A.swift:1

              - Do not run the run loop in a factory, because it runs other tasks.
              """
          ) { Self.resolve(use) }
        }
        StoppingProgram.writeFailures(of: programs)
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test func resolveOfAnotherInjectionByAnotherTaskIsLegal() {
    let other = Injection(strategy: .singleton, instance: 1)
    let injection = Injection(strategy: .singleton) {
      var resolved = 0
      Task.immediate { @MainActor in resolved = other.resolve() }
      return resolved + 1
    }

    expectEqual(injection.resolve(), 2)
  }

  @Test(.exitTest) func messageOfACycleOutsideOfTasksMentionsTheRunLoop() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            let itself = Variable<Injection<Int>?>(nil)
            itself.content = Injection(strategy: .singleton) { itself.content?.resolve() ?? 0 }
            _ = itself.content?.resolve()
          }
          continuation.resume()
        }
      }
    }

    expect(standardError(of: result).contains("Fatal error: Dependency cycle: Int → Int\n"))
    expect(standardError(of: result).contains("\nIf the factory runs the run loop, let it return first. [cycle]\n"))
  }
}
#endif
