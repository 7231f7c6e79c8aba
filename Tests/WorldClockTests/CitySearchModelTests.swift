import Foundation
import Testing
import Vial
import VialTesting
import WorldClockFakes
import WorldClockFeature
import WorldClockInterface
import WorldClockLive

/// A search that takes time and can fail, without a network and without a pause.
///
/// A use of the live service, which requires the network, would fail the test.
@Suite(
  .overrideScope {
    citySearch.override { FakeCitySearch() }
    typingPause.override(with: .zero)
  }
)
@MainActor struct CitySearchModelTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func searchFindsTheTypedCity() async {
    let model = CitySearchModel(text: " Bern ")
    #expect(model.state == .idle)

    await model.search()

    #expect(model.state == .found([City(name: "Bern", timeZone: .gmt)]))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func searchForABlankTextDoesNotUseTheService() async {
    citySearch.override { BrokenSearch() }
    let model = CitySearchModel(text: " ")

    await model.search()

    #expect(model.state == .idle)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func failedSearchShowsTheReasonAndTheNextSearchSucceeds() async {
    citySearch.override { BrokenSearch() }
    let model = CitySearchModel(text: "Bern")

    await model.search()
    #expect(model.state == .failed("The network is down."))

    model.service = FakeCitySearch()
    await model.search()
    #expect(model.state == .found([City(name: "Bern", timeZone: .gmt)]))
  }

  /// SwiftUI cancels a `task(id:)` in the same way when the next letter is typed.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func cancelledSearchDoesNotChangeTheState() async {
    let (waiting, door) = AsyncStream<Void>.makeStream()
    citySearch.override { SlowSearch(waiting: waiting) }
    let model = CitySearchModel(text: "Ber")
    let first = Task { await model.search() }
    while model.state != .searching { await Task.yield() }

    first.cancel()
    door.finish()
    await first.value
    #expect(model.state == .searching)

    model.service = FakeCitySearch()
    model.text = "Bern"
    await model.search()
    #expect(model.state == .found([City(name: "Bern", timeZone: .gmt)]))
  }
}

private final class BrokenSearch: CitySearch {
  struct Down: LocalizedError {
    let errorDescription: String? = "The network is down."
  }

  func cities(named name: String) async throws -> [City] { throw Down() }
}

/// A search that returns when a stream ends or when the task is cancelled.
private final class SlowSearch: CitySearch {
  private let waiting: AsyncStream<Void>

  init(waiting: AsyncStream<Void>) { self.waiting = waiting }

  func cities(named name: String) async throws -> [City] {
    for await _ in waiting {}
    return []
  }
}
