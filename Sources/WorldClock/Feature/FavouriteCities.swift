public import Observation
public import Vial
public import WorldClockInterface
import WorldClockLive

/// The favourites of each account, `.flow`, because a sign-out releases them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let favourites = InjectionFamily<String, FavouriteCities>(
  strategy: .flow(signedIn)
) { account in
  FavouriteCities(of: account)
}

/// The favourites of the current account, `.onDemand`, because the family caches them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public let currentFavourites = Injection(
  strategy: .onDemand,
  instance: favourites.resolve(currentSession.resolve().account)
)

/// The favourite cities of an account.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
public final class FavouriteCities {
  /// The cities, in the order in which they were added.
  public private(set) var cities: [City] = []

  @ObservationIgnored @Instance(favouritesStorage) private var storage
  private let account: String

  /// Reads the stored favourites of an account, or the well-known cities if nothing is stored.
  init(of account: String) {
    self.account = account
    cities =
      storage.favourites(of: account)
      ?? wellKnownCities.resolve().flatMap(timeZoneCatalogue.resolve().cities(named:))
  }

  /// Adds a city, unless it is already a favourite.
  public func add(_ city: City) {
    change { cities in
      if !cities.contains(city) { cities.append(city) }
    }
  }

  /// Removes cities.
  public func remove(_ removed: [City]) {
    change { $0.removeAll(where: removed.contains) }
  }

  /// Applies a change to the stored cities, because another window may have changed them.
  private func change(_ work: (inout [City]) -> Void) {
    var changed = storage.favourites(of: account) ?? cities
    work(&changed)
    storage.setFavourites(changed, of: account)
    cities = changed
  }
}
