import Testing
import Vial

@MainActor private let shelves = InjectionFamily<String, String>(strategy: .shared) { $0 }
@MainActor private let session = Injection<Int>.required("a session", fileID: "A.swift", line: 1)

@MainActor private final class Library {
  @Instance private(set) var shelf: String
  @WeakInstance var neighbour: String?

  init(_ account: String) {
    _shelf = Instance(shelves[account])  // Line 12.
    _neighbour = WeakInstance(shelves["\(account) too"])  // Line 13.
  }
}

@MainActor private struct SignedIn {
  @Instance private var number: Int

  init?(_ injection: Injection<Int>) {
    _number = Instance(injection)  // Line 21.
    _ = number
  }
}

/// A consumer that an initializer makes: its owner is named by the line, because the compiler tells nothing
/// else of it.
@MainActor struct InitializerOwnerTests {
  @Test func aGraphHasItsEdges() {
    let graph = InjectionGraph.record {
      let library = Library("a")
      _ = (library.shelf, library.neighbour)
    }

    #expect(
      graph.edges.map(\.from.name).sorted() == [
        "VialTests/InitializerOwnerTests.swift:12", "VialTests/InitializerOwnerTests.swift:13",
      ]
    )
  }

  @Test func messagesNameIt() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = SignedIn(session) }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("It was needed by VialTests/InitializerOwnerTests.swift:21."))
  }

  @Test func aPropertyOfAFunctionHasNoOwner() {
    let graph = InjectionGraph.record {
      @Instance(shelves["a"]) var shelf
      _ = shelf
    }

    #expect(graph.edges.isEmpty)
  }
}
