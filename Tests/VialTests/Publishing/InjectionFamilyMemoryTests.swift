import Testing
import Vial

/// A family forgets the keys that have neither an instance nor an override (rule 7).
@MainActor struct InjectionFamilyMemoryTests {
  let counter = InstanceCounter()

  /// Many times the number of keys that a family may retain.
  private static let manyKeys = 5_000

  private func makeFamily(_ strategy: InjectionStrategy) -> InjectionFamily<Counted, CountedObject> {
    InjectionFamily(strategy: strategy) { [counter] in CountedObject(counter, "\($0.number)") }
  }

  /// Resolves enough keys for every unused key to be forgotten.
  private func resolveManyOtherKeys(_ family: InjectionFamily<Counted, CountedObject>, _ lives: InstanceCounter) {
    for number in 1_000..<1_300 { _ = family.resolve(Counted(number, lives)) }
  }

  @Test(arguments: [InjectionStrategy.shared, .onDemand])
  func memoryIsBoundedUnderAStreamOfKeys(strategy: InjectionStrategy) {
    let lives = InstanceCounter()
    let family = makeFamily(strategy)
    var most = 0

    for number in 0..<Self.manyKeys {
      _ = family.resolve(Counted(number, lives))
      most = max(most, lives.alive)
    }

    expectEqual(counter.built, Self.manyKeys)
    expectEqual(counter.alive, 0)
    expect(most <= 64)
  }

  @Test(
    arguments: [InjectionStrategy.shared, .onDemand],
    [OverrideScope.Kind.inheriting, .isolated]
  )
  func unusedKeysAreForgottenInAScope(
    strategy: InjectionStrategy,
    kind: OverrideScope.Kind
  ) {
    let lives = InstanceCounter()
    let family = makeFamily(strategy)

    withOverrideScope(kind) {
      for number in 0..<Self.manyKeys { _ = family.resolve(Counted(number, lives)) }
      expect(lives.alive <= 64)
    }
  }

  @Test func unusedKeysOfAnOverriddenFamilyAreForgotten() {
    let lives = InstanceCounter()
    let family = makeFamily(.shared)
    family.override(with: { [counter] in CountedObject(counter, "mock \($0.number)") })
    defer { family.rollbackOverride() }

    for number in 0..<Self.manyKeys { _ = family.resolve(Counted(number, lives)) }

    expect(lives.alive <= 64)
  }

  @Test func keysThatAreOnlySubscriptedAreForgotten() {
    let lives = InstanceCounter()
    let family = makeFamily(.shared)

    for number in 0..<Self.manyKeys { _ = family[Counted(number, lives)].current }

    expectEqual(counter.built, 0)
    expect(lives.alive <= 64)
  }

  @Test func keyIsKeptWhileItsInstanceIsAlive() {
    let lives = InstanceCounter()
    let family = makeFamily(.shared)
    let held = family.resolve(Counted(1, lives))

    resolveManyOtherKeys(family, lives)

    expect(family.resolve(Counted(1, lives)) === held)
    expect(family[Counted(1, lives)].current === held)
  }

  @Test func keyIsKeptWhileItsReplacementIsAlive() {
    let family = InjectionFamily<Int, CountedObject>(strategy: .shared) { [counter] _ in
      CountedObject(counter)
    }
    family.override(with: { [counter] _ in CountedObject(counter, "mock") })
    defer { family.rollbackOverride() }
    let held = family.resolve(1)

    for key in 1_000..<1_300 { _ = family.resolve(key) }

    expect(family.resolve(1) === held)
  }

  @Test func keyIsKeptWhileItsInjectionIsRetained() {
    let lives = InstanceCounter()
    let family = makeFamily(.shared)
    let held = family[Counted(1, lives)]

    resolveManyOtherKeys(family, lives)

    expectEqual(family[Counted(1, lives)], held)
  }

  @Test func overriddenKeyIsKept() {
    let lives = InstanceCounter()
    let family = makeFamily(.shared)
    family[Counted(1, lives)].override(with: CountedObject(counter, "mock"))

    resolveManyOtherKeys(family, lives)

    expectEqual(family.resolve(Counted(1, lives)).name, "mock")
    expect(family[Counted(1, lives)].rollbackOverride())
    expectEqual(family.resolve(Counted(1, lives)).name, "1")
  }

  @Test func keyOverriddenInAScopeIsKept() {
    let lives = InstanceCounter()
    let family = makeFamily(.shared)

    withOverrideScope {
      family[Counted(1, lives)].override(with: CountedObject(counter, "mock"))
      resolveManyOtherKeys(family, lives)
      expectEqual(family.resolve(Counted(1, lives)).name, "mock")
    }
  }

  @Test func keyIsKeptWhileItsInstanceIsBuilt() {
    let family = Box<InjectionFamily<Int, CountedObject>?>(nil)
    family.content = InjectionFamily(strategy: .shared) { [counter] key in
      if key == 1 { for other in 1_000..<1_300 { _ = family.content?.resolve(other) } }
      return CountedObject(counter, "\(key)")
    }

    let first = family.content?.resolve(1)

    expect(family.content?.resolve(1) === first)
    family.content = nil
  }

  @Test func deallocatedFamilyReleasesItsKeysAndInstances() {
    let lives = InstanceCounter()
    var family: InjectionFamily? = makeFamily(.singleton)
    weak let gone = family
    for number in 0..<100 { _ = family?.resolve(Counted(number, lives)) }
    expectEqual(counter.alive, 100)

    family = nil

    expect(gone == nil)
    expectEqual(counter.alive, 0)
    expectEqual(lives.alive, 0)
  }

  @Test func deinitializerOfAKeyCanUseItsFamily() {
    let family = Box<InjectionFamily<KeyWithDeinitializer, CountedObject>?>(nil)
    family.content = InjectionFamily(strategy: .onDemand) { [counter] in
      CountedObject(counter, "\($0.number)")
    }
    let isDone = Box(false)
    for number in 0..<200 {
      let onDeinit = OnDeinit {
        guard !isDone.content else { return }
        _ = family.content?.resolve(KeyWithDeinitializer(number: -number - 1, onDeinit: nil))
      }
      _ = family.content?.resolve(KeyWithDeinitializer(number: number, onDeinit: onDeinit))
    }

    expect(counter.built > 300)
    isDone.content = true
    family.content = nil
  }

  @Test(arguments: [false, true]) func expiredInstancesOfUnusedKeysAreReleased(isOverridden: Bool) {
    let (lives, clock) = (InstanceCounter(), ManualClock())
    let family = makeFamily(.expiring(after: .seconds(10), clock: clock))
    if isOverridden { family.override(with: { [counter] in CountedObject(counter, "\($0.number)") }) }
    defer { family.rollbackOverride() }
    var most = 0

    for number in 0..<5_000 {
      _ = family.resolve(Counted(number, lives))
      most = max(most, lives.alive, counter.alive)
      clock.advance(by: .seconds(1))
    }

    expectEqual(counter.built, 5_000)
    expect(most < 500)
  }
}

/// A key that counts its live copies.
private struct Counted: Hashable {
  let number: Int
  private let life: Life

  init(_ number: Int, _ lives: InstanceCounter) {
    self.number = number
    life = Life(lives)
  }

  static func == (lhs: Counted, rhs: Counted) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  private final class Life {
    let lives: InstanceCounter

    init(_ lives: InstanceCounter) {
      lives.alive += 1
      self.lives = lives
    }

    deinit { lives.alive -= 1 }
  }
}

/// A key that runs an action when it is deallocated.
private struct KeyWithDeinitializer: Hashable {
  let number: Int
  let onDeinit: OnDeinit?

  static func == (lhs: KeyWithDeinitializer, rhs: KeyWithDeinitializer) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
