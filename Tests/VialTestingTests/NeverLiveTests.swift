import Testing
import VialTesting

/// Tests/Integration runs processes that `.stops` and `neverLiveInTests()` end.
@Test func levelsOfLiveUsesAreOrdered() {
  expectEqual([LiveUse.stops, .warns, .allowed, .fails].sorted(), [.allowed, .warns, .fails, .stops])
}
