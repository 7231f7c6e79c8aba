import Testing
import Vial

/// An instance is cached in the scope that builds it, whatever its factory resolves (rules 3 and 20).
@Suite(.checksInvariants) @MainActor struct NestedBuildTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  @Test(arguments: PublicationStyle.allCases, [1, 20, 200])
  func instanceWithManyDependenciesIsCachedInItsScope(style: PublicationStyle, needs: Int) {
    let parts = (0..<needs).map { Injection(strategy: .singleton, instance: $0) }
    let whole = publications.publish(style, .singleton) {
      CountedObject(counter, parts: parts.map { $0.resolve() })
    }

    withOverrideScope(.isolated) {
      let built = whole.resolve()
      expectEqual(built.parts.count, needs)
      expect(whole.resolve() === built)
    }

    expectEqual(counter.built, 1)
  }

  @Test(arguments: PublicationStyle.allCases)
  func decoratorIsCachedInTheScopeThatBuildsIt(style: PublicationStyle) {
    let injection = publications.publish(style, .singleton) { CountedObject(counter) }
    let token = injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })

    withOverrideScope {
      let built = injection.resolve()
      expectEqual(built.name, "mock")
      expectEqual((built.parts.first as? CountedObject)?.name, "live")
      expect(injection.resolve() === built)
    }

    expectEqual(counter.built, 2)
    token.rollback()
  }

  @Test(arguments: PublicationStyle.allCases)
  func scopeKeepsItsOwnInstanceIfItsFactoryReadsTheOuterInstance(style: PublicationStyle) {
    let box = Box<(Injection<CountedObject>, Owner<CountedObject>)?>(nil)
    let isInside = Box(false)
    let injection = publications.publish(style, .singleton) {
      guard let (injection, outside) = box.content, !isInside.content else {
        return CountedObject(counter, "outside")
      }
      isInside.content = true
      _ = outside.value
      return CountedObject(counter, "inside", parts: [injection.resolve()])
    }
    box.content = (injection, Owner(injection))

    withOverrideScope {
      let inside = injection.resolve()
      expectEqual(inside.name, "inside")
      expectEqual((inside.parts.first as? CountedObject)?.name, "outside")
      expect(injection.resolve() === inside)
      expect(injection.resolve() === inside)
    }

    expectEqual(injection.resolve().name, "outside")
    box.content = nil
  }

  @Test func injectionCanBeBuiltInAScopeOpenedByItsFactory() {
    let spin = Box<(@MainActor () -> Void)?>(nil)
    let injection = Injection<CountedObject>(strategy: .singleton) { [counter] in
      let work = spin.content
      spin.content = nil
      work?()
      return CountedObject(counter)
    }
    spin.content = { withOverrideScope(.isolated) { _ = injection.resolve() } }

    let outside = injection.resolve()

    expectEqual(counter.built, 2)
    expect(injection.resolve() === outside)
  }
}
