import Testing
import Vial

/// An isolated scope sees the provisions around it (rule 19), so a circle may go through them (rule 18).
@MainActor struct ProvisionCircleTests {
  enum Order: CaseIterable, Codable {
    case providedOutside
    case providedInTheScopeAround
    case providedLast
    case providedInBoth
    case farInside

    /// Makes the circle; the second half stops the program.
    @MainActor func close(_ a: Injection<Int>, _ b: Injection<Int>) {
      switch self {
      case .providedOutside:
        a.provide(with: b)
        withOverrideScope(.isolated) { _ = b.override(with: a) }
      case .providedInTheScopeAround:
        withOverrideScope {
          a.provide(with: b)
          withOverrideScope(.isolated) { _ = b.override(with: a) }
        }
      case .providedLast:
        let scope = OverrideScope(.isolated)
        scope.run { _ = b.override(with: a) }
        a.provide(with: b)
        // Closed where nobody sees all of it, so the resolve meets it.
        _ = scope.run { b.resolve() }
      case .providedInBoth:
        let other = Injection<Int>.required("another number")
        a.provide(with: other)
        withOverrideScope(.isolated) {
          b.override(with: a)
          withOverrideScope { _ = other.provide(with: b) }
        }
      case .farInside:
        withOverrideScope {
          b.override(with: Injection(strategy: .singleton, instance: 3))
          withOverrideScope(.isolated) {
            a.provide(with: b)
            withOverrideScope(.isolated) { withOverrideScope { _ = b.override(with: a) } }
          }
        }
      }
    }
  }

  @Test func aProvisionBehindANearerOneIsNoPartOfACircle() {
    let a = Injection<Int>.required("a number")
    let b = Injection(strategy: .singleton, instance: 1)

    withOverrideScope {
      a.provide(with: b)
      withOverrideScope(.isolated) {
        a.provide(with: 2)
        b.override(with: a)
        #expect(b.resolve() == 2)
      }
    }
  }

  @Test func anOverrideThatTheIsolatedScopeDoesNotSeeIsNoPartOfACircle() {
    let a = Injection<Int>.required("a number")
    let b = Injection(strategy: .singleton, instance: 1)
    let c = Injection(strategy: .singleton, instance: 3)

    withOverrideScope {
      a.provide(with: b)
      b.override(with: c)
      withOverrideScope(.isolated) {
        c.override(with: a)
        #expect(c.resolve() == 1)
        #expect(b.resolve() == 1)
      }
      #expect(a.resolve() == 3)
    }
  }

}
