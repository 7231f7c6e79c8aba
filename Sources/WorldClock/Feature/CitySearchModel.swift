import Foundation
public import Observation
public import Vial
public import WorldClockInterface
import WorldClockLive

/// A search: `.onDemand`, so that each screen begins with its own.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let citySearchModel = Injection(strategy: .onDemand, instance: CitySearchModel())

/// How long to wait for the next letter before the search begins.
public let typingPause = Injection<Duration>(strategy: .singleton, instance: .milliseconds(300))

/// What is searched for, and what was found.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
public final class CitySearchModel {
  /// How far a search is.
  public enum State: Equatable {
    /// Nothing is searched for, or the service was asked.
    case idle, searching

    /// The service has answered.
    case found([City])

    /// The service has failed, for a reason that can be shown.
    case failed(String)
  }

  /// What is typed.
  public var text: String

  /// How far the search is.
  public private(set) var state = State.idle

  /// Knows the cities.
  @ObservationIgnored @Instance(citySearch) public var service

  @ObservationIgnored @Instance(typingPause) private var pause

  /// Makes a model that has not searched yet.
  public init(text: String = "") {
    self.text = text
  }

  /// Searches for what is typed; cancel it when something else is, for the next search goes on.
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
