import Foundation
public import Vial
public import WorldClockInterface

/// The storage of favourites, a `.singleton`; previews and UI tests store favourites in memory.
@MainActor public let favouritesStorage = Injection<any FavouritesStorage>(
  strategy: .singleton,
  instance: DefaultsFavouritesStorage()
)
.when(.preview, instance: MemoryFavouritesStorage())
.when(.launchArgument("-in-memory"), instance: MemoryFavouritesStorage())

/// A storage in the user's defaults.
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

/// A storage in memory, whose contents are lost when the process ends.
public final class MemoryFavouritesStorage: FavouritesStorage {
  private var favourites: [String: [City]]

  /// Creates a storage with initial favourites by account.
  public init(_ favourites: [String: [City]] = [:]) {
    self.favourites = favourites
  }

  /// Returns the favourites of an account, or `nil` if none were stored in this process.
  public func favourites(of account: String) -> [City]? { favourites[account] }

  /// Replaces the favourites of an account.
  public func setFavourites(_ cities: [City], of account: String) { favourites[account] = cities }
}
