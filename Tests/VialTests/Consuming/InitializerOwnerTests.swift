import Testing
import Vial
import VialInspection

@MainActor private let shelves = InjectionFamily<String, String>(strategy: .shared) { $0 }
@MainActor private let session = Injection<Int>.required("a session", fileID: "A.swift", line: 1)

@MainActor private final class Library {
  @Instance private(set) var shelf: String
  @WeakInstance var neighbour: String?

  init(_ account: String) {
    _shelf = Instance(shelves[account])  // Line 13.
    _neighbour = WeakInstance(shelves["\(account) too"])  // Line 14.
  }
}

@MainActor private struct SignedIn {
  @Instance private var number: Int

  init?(_ injection: Injection<Int>) {
    _number = Instance(injection)  // Line 22.
    _ = number
  }
}

@MainActor private final class RequiringModel {
  @DynamicInstance(session) var number
}

/// A consumer that an initializer creates is named by its line, because `#function` is not the name of the owner there.
@MainActor struct InitializerOwnerTests {
  @Test func graphNamesAConsumerCreatedInAnInitializerByItsLine() {
    let graph = InjectionGraph.record {
      let library = Library("a")
      _ = (library.shelf, library.neighbour)
      @Instance(shelves["a local variable has no owner"]) var shelf
      _ = shelf
    }

    let lines = ["VialTests/InitializerOwnerTests.swift:13", "VialTests/InitializerOwnerTests.swift:14"]
    expectEqual(graph.edges.map(\.from.name).sorted(), lines)
  }

  @Test(.exitTest) func messageNamesTheOwnerOrTheLineOfTheConsumer() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        StoppingProgram.writeFailures(of: [
          StoppingProgram(
            "A consumer that an initializer creates",
            contains: "Needed by: VialTests/InitializerOwnerTests.swift:22\n"
          ) { _ = SignedIn(session) },
          StoppingProgram("A property", contains: "Needed by: RequiringModel\n") { _ = RequiringModel().number },
        ])
      }
    }
    expectEqual(standardError(of: result), "")
  }
}
