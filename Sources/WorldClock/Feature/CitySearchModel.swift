import Foundation
public import Observation
public import Vial
public import WorldClockInterface
import WorldClockLive

/// A search for cities, `.onDemand`, so that each screen begins an empty search.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let citySearchModel = Injection(strategy: .onDemand, instance: CitySearchModel())

/// The pause after the last keystroke before a search begins.
public let typingPause = Injection<Duration>(strategy: .singleton, instance: .milliseconds(300))

/// A model that searches for cities by name.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
public final class CitySearchModel {
  /// The state of a search.
  public enum State: Equatable {
    /// The search has not started, or is waiting for the service.
    case idle, searching

    /// The service has returned cities.
    case found([City])

    /// The service has failed, with a localized description of the error.
    case failed(String)
  }

  /// The text in the search field.
  public var text: String

  /// The state of the current search.
  public private(set) var state = State.idle

  /// The service that finds the cities.
  @ObservationIgnored @Instance(citySearch) public var service

  @ObservationIgnored @Instance(typingPause) private var pause

  /// Creates a model that has not searched yet.
  public init(text: String = "") {
    self.text = text
  }

  /// Searches for the entered text; cancel the task when the text changes.
  public func search() async {
    let name = text.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else {
      state = .idle
      return
    }
    state = .searching
    do {
      try await Task.sleep(for: pause)
      let cities = try await service.cities(named: name)
      if !Task.isCancelled { state = .found(cities) }
    } catch {
      if !Task.isCancelled { state = .failed(error.localizedDescription) }
    }
  }
}
