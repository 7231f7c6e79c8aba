import Testing

@testable import Vial

#if DEBUG
/// The invariants of the keys of a family (rule 7).
struct FamilyKeysTests {
  @Test(.exitTest) func forgettingAKeyThatIsInUseIsFound() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
      family[1].override(with: 2)
      let result = ForkedProcess.run {
        _ = family.keys.removeAll()
        checkingInvariants { _ = family.resolve(3) }
      }
      precondition(result.standardError.contains("has forgotten InjectionRecord(Int"), result.standardError)
    }
  }
}
#endif
