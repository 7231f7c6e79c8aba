/// A persistent storage for the favourite cities of each account.
public protocol FavouritesStorage {
  /// Returns the favourites of an account, or `nil` if none were ever stored.
  func favourites(of account: String) -> [City]?

  /// Replaces the favourites of an account.
  func setFavourites(_ cities: [City], of account: String)
}
