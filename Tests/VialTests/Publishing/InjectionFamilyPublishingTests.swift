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

  @Test func theFirstActiveContextReplacesTheRecipeOfEveryKey() {
    let family = makeFamily(.singleton)
      .when(Self.never) { [tally] in Probe(tally, "never \($0)") }
      .when(Self.always) { [tally] in Probe(tally, "first \($0)") }
      .when(Self.always) { [tally] in Probe(tally, "second \($0)") }

    #expect([1, 2].map { family.resolve($0).name } == ["first 1", "first 2"])
    #expect(family.resolve(1) === family.resolve(1))
    withOverrideScope(.isolated) { #expect(family.resolve(1).name == "first 1") }
  }

  @Test func withoutAnActiveContextTheRecipeStays() {
    let family = makeFamily(.onDemand).when(Self.never) { [tally] in Probe(tally, "never \($0)") }

    #expect(family.resolve(1).name == "1")
    #expect(family.resolve(1) !== family.resolve(1))
  }

  @Test func anOverrideWinsOverAContext() {
    let family = makeFamily(.singleton).when(Self.always) { [tally] in Probe(tally, "test \($0)") }
    withOverrideScope(.isolated) {
      family.override(with: { [tally] _, original in
        Probe(tally, "mock of \(original.resolve().name)")
      })
      family[2].override(with: Probe(tally, "key"))
      #expect([1, 2].map { family.resolve($0).name } == ["mock of test 1", "key"])
    }
  }

  // MARK: Families that are provided

  @Test func whatIsProvidedIsResolvedKeyByKey() {
    let family = InjectionFamily<Int, Probe>.required("a probe for each number")
    let provision = family.provide(with: { [tally] in Probe(tally, "\($0)") }, strategy: .singleton)
    let owner = Owner(family[2])
    #expect(tally.built == 0)

    #expect(family.resolve(1).name == "1")
    #expect(family.resolve(1) === family.resolve(1))
    #expect(owner.value.name == "2")
    #expect(provision.withdraw())
    #expect(!provision.withdraw())
  }

  @Test func afterAWithdrawalAFamilyMayBeProvidedAgain() {
    let family = InjectionFamily<Int, Probe>.required("a probe for each number")
    let first = family.provide(with: { [tally] in Probe(tally, "first \($0)") })
    #expect(family.resolve(1).name == "first 1")

    first.withdraw()
    #expect(tally.alive == 0)
    let second = family.provide(with: { [tally] in Probe(tally, "second \($0)") })

    #expect(family.resolve(1).name == "second 1")
    second.withdraw()
  }

  @Test func aFamilyIsProvidedInEachScopeAnew() {
    let family = InjectionFamily<Int, Probe>.required("a probe for each number")
    for turn in 1...3 {
      let owner = withOverrideScope(turn == 2 ? .isolated : .inheriting) {
        family.provide(with: { [tally] in Probe(tally, "\(turn): \($0)") })
        #expect(family.resolve(1).name == "\(turn): 1")
        return Owner(family[2])
      }
      #expect(owner.value.name == "\(turn): 2")
    }

    #expect(tally.alive == 0)
  }

  @Test func anOverrideMakesProvidingUnnecessary() {
    let family = InjectionFamily<Int, String>.required("a word for each number")

    withOverrideScope(.isolated) {
      family.override(with: { "mock \($0)" })
      #expect(family.resolve(1) == "mock 1")
    }
    withOverrideScope(.isolated) {
      family[1].override(with: "key")
      #expect(family.resolve(1) == "key")
    }
  }

  @Test func resolvingAKeyOfWhatNobodyProvidedStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = InjectionFamily<Int, Int>.required(
          "a number for each number",
          fileID: "Interface/F.swift",
          line: 7
        )
        let screen = Injection(
          strategy: .shared,
          instance: "\(family.resolve(1))",
          fileID: "Feature/Screen.swift",
          line: 3
        )
        _ = screen.resolve()
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Interface/F.swift:7"))
    #expect(message.contains("nothing was provided: a number for each number"))
    #expect(message.contains("String (Feature/Screen.swift:3)"))
  }

  @Test func providingAFamilyTwiceStopsWithBothLines() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = InjectionFamily<Int, Int>.required("a number for each number")
        family.provide(with: { $0 }, fileID: "App/Root.swift", line: 1)
        family.provide(with: { $0 + 1 }, fileID: "App/Root.swift", line: 2)
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("App/Root.swift:1"))
    #expect(message.contains("App/Root.swift:2"))
  }

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

  @Test func aContextThatIsNotActiveLeavesAKeysOwnRecipe() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
      .publish(1) { "own" }
      .when(InjectionContext("never") { false }) { "context \($0)" }

    #expect(family.resolve(1) == "own")
    #expect(family.resolve(2) == "2")
  }

  @Test func anActiveContextReplacesAKeysOwnRecipeToo() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
      .publish(1) { "own" }
      .when(InjectionContext("always") { true }) { "context \($0)" }

    #expect(family.resolve(1) == "context 1")
    #expect(family.resolve(2) == "context 2")
  }

  @Test func whatIsProvidedStandsBeforeWhatAContextBuiltThatIsOver() {
    Stage.isOver = false
    let family = InjectionFamily<Int, Probe>.required("a probe")
      .when(Stage.first) { _ in Probe(tally, "context") }
    #expect(family.resolve(1).name == "context")

    Stage.isOver = true
    family.provide(with: { _ in Probe(tally) })

    #expect(family.resolve(1).name == "live")
  }

  @Test func whatIsPublishedWithARecipeIsProvided() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }

    #expect(family.isProvided)
    #expect(family[1].isProvided)
    #expect(Injection(strategy: .singleton, instance: 1).isProvided)
  }

  @Test func aKeyWithAFactoryOfItsOwnNeedsNoProvision() {
    let family = InjectionFamily<Int, String>.required("a name").publish(1) { "own" }
    #expect(family[1].isProvided)
    #expect(!family[2].isProvided)
    #expect(family.resolve(1) == "own")

    let provision = family.provide(with: { "\($0)" })

    #expect(family.resolve(1) == "1")
    provision.withdraw()
    #expect(family.resolve(1) == "own")
  }

  @Test func aKeyIsProvidedWithItsFamily() {
    let family = InjectionFamily<Int, String>.required("a name")
    #expect(!family[1].isProvided)
    #expect(!family.isProvided)

    let provision = family.provide(with: { "\($0)" })

    #expect(family[1].isProvided)
    provision.withdraw()
    #expect(!family[1].isProvided)
  }
}

/// A context that ends; recipes, and so contexts, run on the main actor.
@MainActor private enum Stage {
  static var isOver = false

  static let first = InjectionContext("the first stage") {
    MainActor.assumeIsolated { !isOver }
  }
}
