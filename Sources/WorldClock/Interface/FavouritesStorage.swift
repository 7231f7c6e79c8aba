/// Keeps the favourite cities of each account from one launch to the next.
public protocol FavouritesStorage {
  /// The favourites of an account, if it has ever had any.
  func favourites(of account: String) -> [City]?

  /// Replaces the favourites of an account.
  func setFavourites(_ cities: [City], of account: String)
}
