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

  @Test(arguments: Order.allCases)
  func aCircleThroughAProvisionThatAnIsolatedScopeSeesStops(order: Order) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [order] in
      await MainActor.run {
        let a = Injection<Int>.required("a number", fileID: "Feature/A.swift", line: 12)
        let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
        order.close(a, b)
        print("not stopped")
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Int (Feature/A.swift:12)"))
    #expect(message.contains("Int (Feature/B.swift:8)"))
    let words = order == .providedLast ? "Override circle:" : "which leads back to it"
    #expect(message.contains(words))
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

  /// Two ways lead to `b`, and only the one by provisions alone goes on in the isolated scope.
  @Test func aWayThatCannotGoOnDoesNotHideOneThatCan() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let a = Injection<Int>.required("a number", fileID: "Feature/A.swift", line: 12)
        let b = Injection(strategy: .singleton, instance: 1, fileID: "Feature/B.swift", line: 8)
        let last = Injection<Int>.required("another number", fileID: "Feature/C.swift", line: 4)
        withOverrideScope {
          a.override(with: b)
          a.provide(with: b)
          let isolated = OverrideScope(.isolated)
          isolated.run { _ = b.override(with: last) }
          last.provide(with: a)
          // Seen from here, `a` is overridden and leads no further than `b`.
          precondition(last.resolve() == 1)
          _ = isolated.run { b.resolve() }
        }
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let path = "Override circle: Int (Feature/B.swift:8) → Int (Feature/C.swift:4) →"
    #expect(message.contains(path))
  }
}
