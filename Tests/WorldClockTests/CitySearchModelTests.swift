import Foundation
import Testing
import Vial
import VialTesting
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

/// A search that takes time and may fail, without a network and without a pause.
///
/// Strict: the service that asks the network would be a failure of the test.
@Suite(
  .overrideScope(.strict) {
    citySearch.override { Atlas() }
    typingPause.override(with: .zero)
  }
)
@MainActor struct CitySearchModelTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func findsWhatIsTyped() async {
    let model = CitySearchModel(text: " Bern ")
    #expect(model.state == .idle)

    await model.search()

    #expect(model.state == .found([City(name: "Bern", timeZone: .gmt)]))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func asksNobodyForNothing() async {
    citySearch.override { BrokenSearch() }
    let model = CitySearchModel(text: " ")

    await model.search()

    #expect(model.state == .idle)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func aFailureIsToldAndTheNextSearchTriesAgain() async {
    citySearch.override { BrokenSearch() }
    let model = CitySearchModel(text: "Bern")

    await model.search()
    #expect(model.state == .failed("The network is down."))

    model.service = Atlas()
    await model.search()
    #expect(model.state == .found([City(name: "Bern", timeZone: .gmt)]))
  }

  /// What SwiftUI does with a `task(id:)` when the next letter is typed.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func aSearchThatIsCancelledTellsNothing() async {
    let (waiting, door) = AsyncStream<Void>.makeStream()
    citySearch.override { SlowSearch(waiting: waiting) }
    let model = CitySearchModel(text: "Ber")
    let first = Task { await model.search() }
    while model.state != .searching { await Task.yield() }

    first.cancel()
    door.finish()
    await first.value
    #expect(model.state == .searching)

    model.service = Atlas()
    model.text = "Bern"
    await model.search()
    #expect(model.state == .found([City(name: "Bern", timeZone: .gmt)]))
  }
}

/// Finds each city, and believes that it is in Greenwich.
private struct Atlas: CitySearch {
  func cities(named name: String) async throws -> [City] { [City(name: name, timeZone: .gmt)] }
}

private struct BrokenSearch: CitySearch {
  struct Down: LocalizedError {
    let errorDescription: String? = "The network is down."
  }

  func cities(named name: String) async throws -> [City] { throw Down() }
}

/// Answers when a stream has ended, or its task is cancelled.
private struct SlowSearch: CitySearch {
  let waiting: AsyncStream<Void>

  func cities(named name: String) async throws -> [City] {
    for await _ in waiting {}
    return []
  }
}
