import Testing
import Vial

/// Providing and withdrawing implementations (rules 12, 18, 20, 25 and 27).
@MainActor struct ProvisionTests {
  let counter = InstanceCounter()
  private let api = Injection<CountedObject>.required("the API client")

  @discardableResult private func provide(_ name: String, _ strategy: InjectionStrategy = .singleton) -> Provision {
    let counter = counter
    return api.provide(with: CountedObject(counter, name), strategy: strategy)
  }

  // MARK: Providing and withdrawing

  @Test(arguments: Strategies.all)
  func implementationCanBeProvidedAgainAfterItsWithdrawal(strategy: InjectionStrategy) {
    var withdrawn: [Provision] = []
    for turn in 1...3 {
      expect(!api.isProvided)
      let provision = provide("\(turn)", strategy)
      expect(!withdrawn.contains { $0.withdraw() })
      expect(api.isProvided)
      expectEqual(counter.built, (turn - 1) * 2)

      let (first, second) = (api.resolve(), api.resolve())
      expectEqual([first, second].map(\.name), ["\(turn)", "\(turn)"])
      expectEqual(first === second, strategy.isCaching)
      counter.built = turn * 2

      expect(provision.withdraw())
      expect(!provision.withdraw())
      expect(api.current == nil)
      withdrawn.append(provision)
    }
    expectEqual(counter.alive, 0)
  }

  @Test func implementationCanBeWithdrawnByItsFactory() {
    let box = Variable<Provision?>(nil)
    let withdrawn = Variable<[Bool?]>([])
    let (api, counter) = (api, counter)
    @MainActor func first() -> CountedObject {
      withdrawn.content.append(box.content?.withdraw())
      api.provide(with: CountedObject(counter, "second"))
      withdrawn.content.append(box.content?.withdraw())
      return CountedObject(counter, "first")
    }
    box.content = api.provide(with: first())

    withOverrideScope {
      expectEqual(api.resolve().name, "first")
      expectEqual(counter.alive, 0, "The instance is not cached.")
      expectEqual(withdrawn.content, [true, false])
      expectEqual(api.resolve().name, "second")
    }

    expect(!api.isProvided)
  }

  @Test func closureCanProvideTheImplementation() {
    let probe = Injection(strategy: .shared, instance: CountedObject(counter))
    api.provide(strategy: .onDemand) { probe.resolve() }
    let text = Injection<String>.required("a text")
    text.provide {
      let number = 1
      return "\(number)"
    }

    expectEqual(text.resolve(), "1")
    do {
      let first = api.resolve()
      expect(first === probe.current)
    }
    // The instance is cached by the other injection only.
    expect(probe.current == nil)
    expectEqual(api.resolve().serial, 2)
  }

  @Test func inspectionDoesNotAffectTheStrategy() {
    let always = InjectionContext("always") { true }
    let inspections: [(name: String, inspect: @MainActor (Injection<CountedObject>) -> Void)] = [
      ("current", { expect($0.current == nil) }),
      ("description", { expect(!$0.debugDescription.isEmpty) }),
      ("overrides", { expect(!$0.isOverridden && $0.overrideCount == 0) }),
      ("provision", { expect($0.isProvided) }),
    ]
    for (name, inspect) in inspections {
      let contextual = Injection<CountedObject>.required("an API").when(always, instance: CountedObject(counter))
      inspect(contextual)
      contextual.provide(with: CountedObject(counter, "provided"), strategy: .onDemand)
      expect(contextual.resolve() === contextual.resolve(), name)
      expect(contextual.debugDescription.contains("singleton"), name)

      withOverrideScope(.isolated) {
        inspect(contextual)
        contextual.provide(with: CountedObject(counter, "provided"), strategy: .onDemand)
        expect(contextual.resolve() === contextual.resolve(), name)
      }
    }
  }

  // MARK: Scopes

  @Test func implementationIsVisibleInInnerScopes() {
    for kind in OverrideScope.Kind.all {
      withOverrideScope {
        let outer = OverrideScope.current
        let first = provide("outer")
        let outside = api.resolve()
        withOverrideScope(kind) {
          expect(!api.withdraw(), "Another scope provides: \(kind)")
          expect(api.isProvided, "\(kind)")
          expectEqual(api.resolve() === outside, kind == .inheriting, "\(kind)")
          provide("inner")
          expectEqual(api.resolve().name, "inner", "\(kind)")
          expect(outer.run { api.resolve() } === outside, "\(kind)")
          expect(api.withdraw(), "\(kind)")
          expect(!api.withdraw(), "\(kind)")
          expectEqual(api.resolve().name, "outer", "\(kind)")
          expect(first.withdraw(), "\(kind)")
          expect(!api.isProvided, "\(kind)")
        }
        expect(!api.isProvided, "\(kind)")
      }
      expectEqual(counter.alive, 0, "\(kind)")
    }
  }
}
