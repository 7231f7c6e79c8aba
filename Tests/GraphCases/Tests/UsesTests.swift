import Testing
import Vial

@testable import Faults

@MainActor struct UsesTests {
  @Test func onlyATestUsesIt() { #expect(Uses.byATest.resolve() == 1) }
}
