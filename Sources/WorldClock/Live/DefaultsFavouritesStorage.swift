import Foundation
public import Vial
public import WorldClockInterface

/// Where favourites are kept, a `.singleton`; no preview and no UI test writes there.
@MainActor public let favouritesStorage = Injection<any FavouritesStorage>(
  strategy: .singleton,
  instance: DefaultsFavouritesStorage()
)
.when(.preview, instance: MemoryFavouritesStorage())
.when(.launchArgument("-in-memory"), instance: MemoryFavouritesStorage())

/// Favourites in the user's defaults.
struct DefaultsFavouritesStorage: FavouritesStorage {
  func favourites(of account: String) -> [City]? {
    let data = UserDefaults.standard.data(forKey: key(of: account))
    return data.flatMap { try? JSONDecoder().decode([City].self, from: $0) }
  }

  func setFavourites(_ cities: [City], of account: String) {
    UserDefaults.standard.set(try? JSONEncoder().encode(cities), forKey: key(of: account))
  }

  private func key(of account: String) -> String { "favourites of \(account)" }
}

/// Favourites that go with the process.
public final class MemoryFavouritesStorage: FavouritesStorage {
  private var favourites: [String: [City]]

  /// Makes a storage that has the favourites of some accounts already.
  public init(_ favourites: [String: [City]] = [:]) {
    self.favourites = favourites
  }

  /// The favourites of an account, if it has had any in this process.
  public func favourites(of account: String) -> [City]? { favourites[account] }

  /// Replaces the favourites of an account.
  public func setFavourites(_ cities: [City], of account: String) { favourites[account] = cities }
}
