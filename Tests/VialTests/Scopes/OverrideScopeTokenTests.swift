import Testing
import Vial

/// A token rolls back its override in the scope of the override, from any scope, until that scope ends.
@MainActor struct OverrideScopeTokenTests {
  private struct Stop: Error {}

  let injection = Injection(strategy: .singleton, instance: "live")

  @Test func aTokenIsUsedInBlocksInside() {
    withOverrideScope {
      let first = injection.override(with: "first")
      let second = injection.override(with: "second")

      withOverrideScope(.isolated) {
        injection.override(with: "inner")
        withOverrideScope {
          #expect(first.isActive)
          #expect(first.rollback())
          #expect(!first.rollback())
          #expect(second.rollback())
          #expect(injection.resolve() == "inner")
        }
      }

      #expect(!first.isActive)
      #expect(!second.isActive)
      #expect(injection.resolve() == "live")
    }
  }

  @Test func aTokenIsUsedInScopesBeside() {
    let held = OverrideScope(.isolated)
    let heldToken = held.run { injection.override(with: "held") }

    withOverrideScope {
      let token = injection.override(with: "block")
      held.run {
        #expect(token.rollback())
        #expect(injection.resolve() == "held")
      }
      #expect(injection.resolve() == "live")
      #expect(heldToken.rollback())
    }

    #expect(held.run { injection.resolve() } == "live")
  }

  @Test func aTokenOfABlockInAHeldScopeGoesWithTheBlock() {
    let held = OverrideScope()

    let token = held.run { withOverrideScope { injection.override(with: "mock") } }

    #expect(!token.isActive)
    #expect(!token.rollback())
  }

  @Test func aTokenOfABlockThatIsOverDoesNothingWhileOthersAreOpen() {
    withOverrideScope {
      let outer = injection.override(with: "outer")
      let (scope, inner) = withOverrideScope {
        (OverrideScope.current, injection.override(with: "inner"))
      }

      #expect(!inner.isActive)
      #expect(!inner.rollback())
      #expect(scope.run { injection.resolve() } == "inner")
      #expect(outer.rollback())
      #expect(injection.resolve() == "live")
    }
  }

  @Test func aBlockThatThrowsLeavesTheTokensOutsideAlone() {
    withOverrideScope {
      let outer = injection.override(with: "outer")
      var inner: Override?

      #expect(throws: Stop.self) {
        try withOverrideScope {
          inner = injection.override(with: "inner")
          throw Stop()
        }
      }

      #expect(inner?.isActive == false)
      #expect(inner?.rollback() == false)
      #expect(outer.isActive)
      #expect(outer.rollback())
    }
  }

  @Test func aTokenDoesNothingInABlockWhoseScopeWasEnded() {
    withOverrideScope {
      let token = injection.override(with: "mock")
      #expect(token.isActive)

      OverrideScope.current.end()

      #expect(!token.isActive)
      #expect(!token.rollback())
      #expect(injection.resolve() == "mock")
    }
  }

  @Test func aTokenIsUsedInATaskThatIsLate() async {
    let (token, late) = withOverrideScope {
      let token = injection.override(with: "mock")
      return (token, Task { (token.isActive, token.rollback(), injection.resolve()) })
    }

    #expect(!token.isActive)
    #expect(await late.value == (false, false, "mock"))
  }
}
