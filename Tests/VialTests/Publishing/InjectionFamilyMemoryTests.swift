import Testing
import Vial

/// What a family remembers, and what it forgets (rule 7).
@MainActor struct InjectionFamilyMemoryTests {
  let tally = Tally()

  /// Many times what may be remembered.
  private static let manyKeys = 5_000

  private func makeFamily(_ strategy: InjectionStrategy) -> InjectionFamily<Counted, Probe> {
    InjectionFamily(strategy: strategy) { [tally] in Probe(tally, "\($0.number)") }
  }

  /// Asks for so many keys that whatever may be forgotten is.
  private func flood(_ family: InjectionFamily<Counted, Probe>, _ lives: Tally) {
    for number in 1_000..<1_300 { _ = family.resolve(Counted(number, lives)) }
  }

  @Test(arguments: [InjectionStrategy.shared, .onDemand])
  func aStreamOfDifferentKeysLeavesAHandful(strategy: InjectionStrategy) {
    let lives = Tally()
    let family = makeFamily(strategy)
    var most = 0

    for number in 0..<Self.manyKeys {
      _ = family.resolve(Counted(number, lives))
      most = max(most, lives.alive)
    }

    #expect(tally.built == Self.manyKeys)
    #expect(tally.alive == 0)
    #expect(most <= 64)
  }

  @Test(
    arguments: [InjectionStrategy.shared, .onDemand],
    [OverrideScope.Kind.inheriting, .isolated]
  )
  func keysThatNobodyUsesAreForgottenInAScopeToo(
    strategy: InjectionStrategy,
    kind: OverrideScope.Kind
  ) {
    let lives = Tally()
    let family = makeFamily(strategy)

    withOverrideScope(kind) {
      for number in 0..<Self.manyKeys { _ = family.resolve(Counted(number, lives)) }
      #expect(lives.alive <= 64)
    }
  }

  @Test func keysUnderAFamilysOverrideAreForgottenToo() {
    let lives = Tally()
    let family = makeFamily(.shared)
    family.override(with: { [tally] in Probe(tally, "mock \($0.number)") })
    defer { family.rollbackOverride() }

    for number in 0..<Self.manyKeys { _ = family.resolve(Counted(number, lives)) }

    #expect(lives.alive <= 64)
  }

  @Test func takingKeysLeavesNothingEither() {
    let lives = Tally()
    let family = makeFamily(.shared)

    for number in 0..<Self.manyKeys { _ = family[Counted(number, lives)].current }

    #expect(tally.built == 0)
    #expect(lives.alive <= 64)
  }

  @Test func aKeyIsRememberedWhileItsInstanceLives() {
    let lives = Tally()
    let family = makeFamily(.shared)
    let held = family.resolve(Counted(1, lives))

    flood(family, lives)

    #expect(family.resolve(Counted(1, lives)) === held)
    #expect(family[Counted(1, lives)].current === held)
  }

  @Test func aKeyIsRememberedWhileTheInstanceOfAnOverrideLives() {
    let family = InjectionFamily<Int, Probe>(strategy: .shared) { [tally] _ in Probe(tally) }
    family.override(with: { [tally] _ in Probe(tally, "mock") })
    defer { family.rollbackOverride() }
    let held = family.resolve(1)

    for key in 1_000..<1_300 { _ = family.resolve(key) }

    #expect(family.resolve(1) === held)
  }

  @Test func aKeyOfAValueIsRememberedWhileAConsumerHoldsIt() {
    let family = InjectionFamily<Int, Sample>(strategy: .shared) { [tally] in
      Sample(tally, "\($0)")
    }
    let owner = Owner(family[1])
    #expect(owner.value.serial == 1)

    for key in 1_000..<1_300 { _ = family.resolve(key) }

    #expect(family.resolve(1).serial == 1)
    #expect(Owner(family[1]).value.serial == 1)
  }

  @Test func anInjectionThatSomeoneHoldsStaysTheOneOfItsKey() {
    let lives = Tally()
    let family = makeFamily(.shared)
    let held = family[Counted(1, lives)]

    flood(family, lives)

    #expect(family[Counted(1, lives)] == held)
  }

  @Test func anOverriddenKeyIsRemembered() {
    let lives = Tally()
    let family = makeFamily(.shared)
    family[Counted(1, lives)].override(with: Probe(tally, "mock"))

    flood(family, lives)

    #expect(family.resolve(Counted(1, lives)).name == "mock")
    #expect(family[Counted(1, lives)].rollbackOverride())
    #expect(family.resolve(Counted(1, lives)).name == "1")
  }

  @Test func aKeyThatIsOverriddenInAScopeIsRemembered() {
    let lives = Tally()
    let family = makeFamily(.shared)

    withOverrideScope {
      family[Counted(1, lives)].override(with: Probe(tally, "mock"))
      flood(family, lives)
      #expect(family.resolve(Counted(1, lives)).name == "mock")
    }
  }

  @Test func aKeyThatIsBeingBuiltIsNotForgotten() {
    let family = Box<InjectionFamily<Int, Probe>?>(nil)
    family.content = InjectionFamily(strategy: .shared) { [tally] key in
      if key == 1 { for other in 1_000..<1_300 { _ = family.content?.resolve(other) } }
      return Probe(tally, "\(key)")
    }

    let first = family.content?.resolve(1)

    #expect(family.content?.resolve(1) === first)
    family.content = nil
  }

  @Test func aFamilyThatGoesTakesItsKeysAlong() {
    let lives = Tally()
    var family: InjectionFamily? = makeFamily(.singleton)
    weak let gone = family
    for number in 0..<100 { _ = family?.resolve(Counted(number, lives)) }
    #expect(tally.alive == 100)

    family = nil

    #expect(gone == nil)
    #expect(tally.alive == 0)
    #expect(lives.alive == 0)
  }

  @Test func aKeyMayUseTheFamilyWhenItDies() {
    let family = Box<InjectionFamily<Dying, Probe>?>(nil)
    family.content = InjectionFamily(strategy: .onDemand) { [tally] in
      Probe(tally, "\($0.number)")
    }
    let isDone = Box(false)
    for number in 0..<200 {
      let farewell = Farewell {
        guard !isDone.content else { return }
        _ = family.content?.resolve(Dying(number: -number - 1, farewell: nil))
      }
      _ = family.content?.resolve(Dying(number: number, farewell: farewell))
    }

    #expect(tally.built > 300)
    isDone.content = true
    family.content = nil
  }
}

/// A key that counts how many of it are alive.
private struct Counted: Hashable {
  let number: Int
  private let life: Life

  init(_ number: Int, _ lives: Tally) {
    self.number = number
    life = Life(lives)
  }

  static func == (lhs: Counted, rhs: Counted) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  private final class Life {
    let lives: Tally

    init(_ lives: Tally) {
      lives.alive += 1
      self.lives = lives
    }

    deinit { lives.alive -= 1 }
  }
}

/// A key that does something when it is forgotten.
private struct Dying: Hashable {
  let number: Int
  let farewell: Farewell?

  static func == (lhs: Dying, rhs: Dying) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
