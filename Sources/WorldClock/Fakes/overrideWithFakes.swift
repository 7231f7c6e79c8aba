import Foundation
import Vial
import WorldClockInterface
import WorldClockLive

/// Overrides the services that leave the process, or depend on the present time, in the current override scope.
///
/// Tests call this function in the closure of a trait or in `setUp()`, previews in the closure of `overrideScope`. An override
/// that the test or the preview makes afterwards has precedence.
@MainActor public func overrideWithFakes() {
  citySearch.override { FakeCitySearch() }
  favouritesStorage.override { MemoryFavouritesStorage() }
  wallClock.override { FixedClock(Date(timeIntervalSince1970: 1_774_745_970)) }
}
