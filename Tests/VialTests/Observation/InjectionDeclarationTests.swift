#if DEBUG
import Testing

@testable import Vial

/// What makes two declarations one (rule 24).
///
/// A declaration may outlive its injection, whose address another one then has.
@MainActor struct InjectionDeclarationTests {
  private let owner = Tally()
  private let callSite = CallSite("App/A.swift", 1)

  @Test func declarationsOfOneAddressAndTwoTypesAreTwo() {
    let number = InjectionDeclaration(Int.self, callSite, of: owner)
    let text = InjectionDeclaration(String.self, callSite, of: owner)

    #expect(number == InjectionDeclaration(Int.self, callSite, of: owner))
    #expect(number != text)
    #expect(Set([number, text]).count == 2)
  }

  @Test func declarationsOfOneAddressAndTwoLinesAreTwo() {
    let first = InjectionDeclaration(Int.self, callSite, of: owner)
    let second = InjectionDeclaration(Int.self, CallSite("App/A.swift", 2), of: owner)

    #expect(first != second)
  }

  @Test func declarationsOfOneLineAndTwoAddressesAreTwo() {
    let other = Tally()

    let first = InjectionDeclaration(Int.self, callSite, of: owner)
    let second = InjectionDeclaration(Int.self, callSite, of: other)

    #expect(first != second)
    withExtendedLifetime(other) {}
  }
}
#endif
