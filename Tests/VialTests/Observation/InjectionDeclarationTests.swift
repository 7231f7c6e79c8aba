#if DEBUG
import Testing

@testable import Vial

/// What makes two declarations one (rule 24).
///
/// A declaration may outlive its injection, whose address another one then has.
@MainActor struct InjectionDeclarationTests {
  private let owner = Tally()

  @Test func declarationsOfOneAddressAndTwoTypesAreTwo() {
    let number = declaration(of: Int.self, owner)
    let text = declaration(of: String.self, owner)

    #expect(number == declaration(of: Int.self, owner))
    #expect(number != text)
    #expect(Set([number, text]).count == 2)
  }

  @Test func declarationsOfOneAddressAndTwoLinesAreTwo() {
    let first = declaration(of: Int.self, owner)
    let second = declaration(of: Int.self, at: CallSite("App/A.swift", 2), owner)

    #expect(first != second)
  }

  @Test func declarationsOfOneLineAndTwoAddressesAreTwo() {
    let other = Tally()

    let first = declaration(of: Int.self, owner)
    let second = declaration(of: Int.self, other)

    #expect(first != second)
    withExtendedLifetime(other) {}
  }

  private func declaration(
    of type: Any.Type,
    at callSite: CallSite = CallSite("App/A.swift", 1),
    _ owner: Tally
  ) -> InjectionDeclaration {
    InjectionDeclaration(
      InjectionDeclaration.Identity(
        type,
        callSite,
        owner: ObjectIdentifier(owner),
        key: nil,
        hash: 0
      )
    )
  }
}
#endif
