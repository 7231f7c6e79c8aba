import Testing
import Vial

/// What is being built stays where it will be kept, whatever its factory does (rules 3 and 21).
@MainActor struct UpkeepWhileBuildingTests {
  let tally = Tally()
  private let publications = Publications()

  @Test(arguments: Shape.allCases, [1, 20, 200])
  func aFactoryThatNeedsManyBuildsTheOneThatItsScopeKeeps(shape: Shape, needs: Int) {
    let parts = (0..<needs).map { Injection(strategy: .onDemand, instance: $0) }
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
}
