import Testing
import Vial

/// What is being built stays where it will be kept, whatever its factory does (rules 3 and 21).
@MainActor struct UpkeepWhileBuildingTests {
  let tally = Tally()
  private let publications = Publications()

  @Test(arguments: Shape.allCases, [1, 20, 200])
  func aFactoryThatNeedsManyBuildsTheOneThatItsScopeKeeps(shape: Shape, needs: Int) {
    let parts = (0..<needs).map { Injection(strategy: .singleton, instance: $0) }
    let whole = publications.publish(shape, .singleton) {
      Probe(tally, parts: parts.map { $0.resolve() })
    }

    withOverrideScope(.isolated) {
      let built = whole.resolve()
      #expect(built.parts.count == needs)
      #expect(whole.resolve() === built)
    }

    #expect(tally.built == 1)
  }

  @Test(arguments: Shape.allCases)
  func aDecoratorWhoseOriginalIsBuiltMeanwhileIsTheOneThatItsScopeKeeps(shape: Shape) {
    let injection = publications.publish(shape, .singleton) { Probe(tally) }
    let token = injection.override(with: { Probe(tally, "mock", parts: [$0.resolve()]) })

    withOverrideScope {
      let built = injection.resolve()
      #expect(built.name == "mock")
      #expect((built.parts.first as? Probe)?.name == "live")
      #expect(injection.resolve() === built)
    }

    #expect(tally.built == 2)
    token.rollback()
  }

  @Test(arguments: Shape.allCases)
  func aScopeProvidesItsOwnThoughItsFactoryHasMetTheOneOutside(shape: Shape) {
    let place = Box<(Injection<Probe>, Owner<Probe>)?>(nil)
    let isInside = Box(false)
    let injection = publications.publish(shape, .singleton) {
      guard let (injection, outside) = place.content, !isInside.content else {
        return Probe(tally, "outside")
      }
      isInside.content = true
      _ = outside.value
      return Probe(tally, "inside", parts: [injection.resolve()])
    }
    place.content = (injection, Owner(injection))

    withOverrideScope {
      let inside = injection.resolve()
      #expect(inside.name == "inside")
      #expect((inside.parts.first as? Probe)?.name == "outside")
      #expect(injection.resolve() === inside)
      #expect(injection.resolve() === inside)
    }

    #expect(injection.resolve().name == "outside")
    place.content = nil
  }

  /// A family whose keys fill the current scope, and whose checks run `work` when it makes room, once.
  private func crowd(
    asking work: Box<(@MainActor () -> Void)?>
  ) -> InjectionFamily<Int, Int> {
    InjectionFamily(
      strategy: .cached {
        {
          let now = work.content
          work.content = nil
          now?()
          return true
        }
      }
    ) { $0 }
  }

  @Test func whatACheckOverridesIsSeenByTheNextResolve() {
    withOverrideScope(.isolated) {
      let work = Box<(@MainActor () -> Void)?>(nil)
      let injection = Injection(
        strategy: .cached {
          {
            let now = work.content
            work.content = nil
            now?()
            return true
          }
        },
        instance: 1
      )
      _ = injection.resolve()
      work.content = { injection.override(with: 2) }
      _ = injection.resolve()

      #expect(injection.resolve() == 2)
    }
  }

  @Test func whatACheckOverridesWhileItsScopeMakesRoomIsSeenByTheNextResolve() {
    let injections = (0..<200).map { Injection(strategy: .singleton, instance: $0) }
    for injection in injections { _ = injection.resolve() }

    withOverrideScope {
      let work = Box<(@MainActor () -> Void)?>(nil)
      let family = crowd(asking: work)
      for key in 0..<31 { _ = family.resolve(key) }
      var overridden: Injection<Int>?
      for injection in injections where overridden == nil {
        work.content = {
          injection.override(with: -1)
          overridden = injection
        }
        _ = injection.resolve()
      }

      // A scope makes no room for what it only looks at while another test observes.
      #expect((overridden?.resolve() ?? -1) == -1)
    }
  }
}
