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

/// A consumer that an initializer creates is named by its line, because `#function` is not the name of the owner there.
@MainActor struct InitializerOwnerTests {
  @Test func graphNamesAConsumerCreatedInAnInitializerByItsLine() {
    let graph = InjectionGraph.record {
      let library = Library("a")
      _ = (library.shelf, library.neighbour)
    }

    expectEqual(
      graph.edges.map(\.from.name).sorted(),
      [
        "VialTests/InitializerOwnerTests.swift:13", "VialTests/InitializerOwnerTests.swift:14",
      ]
    )
  }

  @Test func messageNamesAConsumerCreatedInAnInitializerByItsLine() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = SignedIn(session) }
    }

    expect(
      standardError(of: result).contains("Needed by: VialTests/InitializerOwnerTests.swift:22\n")

    )
  }

  @Test func graphHasNoOwnerForALocalVariable() {
    let graph = InjectionGraph.record {
      @Instance(shelves["a"]) var shelf
      _ = shelf
    }

    expect(graph.edges.isEmpty)
  }
}
