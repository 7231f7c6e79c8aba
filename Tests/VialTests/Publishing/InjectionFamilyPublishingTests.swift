import Testing
import Vial

/// Families for contexts, families that another module provides, and keys that expire (rules 7 and
/// 26).
@MainActor struct InjectionFamilyPublishingTests {
  private static let always = InjectionContext("always") { true }
  private static let never = InjectionContext("never") { false }

  let tally = Tally()

  private func makeFamily(_ strategy: InjectionStrategy) -> InjectionFamily<Int, Probe> {
    InjectionFamily(strategy: strategy) { [tally] in Probe(tally, "\($0)") }
  }

  // MARK: Contexts

  // MARK: Families that are provided

  // MARK: Keys that expire

  @Test(arguments: [OverrideScope.Kind?.none, .inheriting, .isolated])
  func expiredKeysThatNobodyUsesAreForgotten(kind: OverrideScope.Kind?) {
    let (lives, clock) = (Tally(), ManualClock())
    let family = InjectionFamily<CountedKey, Probe>(
      strategy: .expiring(after: .seconds(10), clock: clock)
    ) { [tally] in Probe(tally, "\($0.number)") }
    var most = 0
    func flood() {
      for number in 0..<5_000 {
        _ = family.resolve(CountedKey(number, lives))
        most = max(most, lives.alive, tally.alive)
        clock.advance(by: .seconds(1))
      }
    }

    if let kind { withOverrideScope(kind, flood) } else { flood() }

    #expect(tally.built == 5_000)
    #expect(most < 500)
  }

}

/// A key that counts how many of it are alive.
private struct CountedKey: Hashable {
  let number: Int
  private let life: Probe

  init(_ number: Int, _ lives: Tally) {
    self.number = number
    life = Probe(lives)
  }

  static func == (lhs: CountedKey, rhs: CountedKey) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A family's keys of their own, its contexts and its provider together (rules 7 and 26).
@MainActor struct InjectionFamilyProviderTests {
  let tally = Tally()

}

/// A context that ends; recipes, and so contexts, run on the main actor.
@MainActor private enum Stage {
  static var isOver = false

  static let first = InjectionContext("the first stage") {
    MainActor.assumeIsolated { !isOver }
  }
}
