public import Observation
public import Vial
public import WorldClockInterface
import WorldClockLive

/// The favourites of each account: `.flow`, because a sign-out lets go of them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let favourites = InjectionFamily<String, FavouriteCities>(
  strategy: .flow(signedIn)
) { account in
  FavouriteCities(of: account)
}

/// The favourites of who is signed in: `.onDemand`, because the family keeps them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let currentFavourites = Injection(
  strategy: .onDemand,
  instance: favourites.resolve(currentSession.resolve().account)
)

/// The cities that an account wants to see.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
public final class FavouriteCities {
  /// The cities, in the order in which they were added.
  public private(set) var cities: [City] = []

  @ObservationIgnored @Instance(favouritesStorage) private var storage
  private let account: String

  /// Reads what is kept for an account; a new one begins with the well-known cities.
  init(of account: String) {
    self.account = account
    cities =
      storage.favourites(of: account)
      ?? wellKnownCities.resolve().flatMap(timeZoneCatalogue.resolve().cities(named:))
  }

  /// Adds a city, unless it is there.
  public func add(_ city: City) {
    change { cities in
      if !cities.contains(city) { cities.append(city) }
    }
  }

  /// Removes cities.
  public func remove(_ removed: [City]) {
    change { $0.removeAll(where: removed.contains) }
  }

  /// Another window of the account may have changed what is kept.
  private func change(_ work: (inout [City]) -> Void) {
    var changed = storage.favourites(of: account) ?? cities
    work(&changed)
    storage.setFavourites(changed, of: account)
    cities = changed
  }
}
