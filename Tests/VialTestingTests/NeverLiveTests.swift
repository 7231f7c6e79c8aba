import Testing
import VialTesting

/// Tests/Integration runs processes that `.stops` and `neverLiveInTests()` end.
@Test func levelsOfLiveUsesAreOrdered() {
  #expect([LiveUse.stops, .warns, .allowed, .fails].sorted() == [.allowed, .warns, .fails, .stops])
}
