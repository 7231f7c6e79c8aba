import Testing
@testable import Vial

/// The search for a second copy of the library, which `Tests/Integration` loads.
struct SecondCopyTests {
  @Test func nameOfTheSearchFindsTheClass() {
    expect(_typeByName(OverrideScope.mangledName) == OverrideScope.self)
  }
}
