import Testing
import Vial

/// A family forgets the keys that have neither an instance nor an override (rule 7).
@MainActor struct InjectionFamilyMemoryTests {
  let counter = InstanceCounter()

  /// Many times the number of keys that a family may retain.
  private static let manyKeys = TestSize.of(1_000, thorough: 5_000)

  private func makeFamily(_ strategy: InjectionStrategy) -> InjectionFamily<Counted, CountedObject> {
    InjectionFamily(strategy: strategy) { [counter] in CountedObject(counter, "\($0.number)") }
  }

  /// Uses many keys, and returns the largest number of keys that were retained.
  private func mostKeys(_ use: (Counted) -> Void) -> Int {
    let lives = InstanceCounter()
    var most = 0
    for number in 0..<Self.manyKeys {
      use(Counted(number, lives))
      most = max(most, lives.alive)
    }
    return most
  }

  @Test func memoryIsBoundedUnderAStreamOfKeys() {
    for strategy in [InjectionStrategy.shared, .onDemand] {
      let family = makeFamily(strategy)
      expect(mostKeys { _ = family.resolve($0) } <= 64, "\(strategy)")
      for kind in OverrideScope.Kind.all {
        withOverrideScope(kind) { expect(mostKeys { _ = family.resolve($0) } <= 64, "\(strategy), \(kind)") }
      }
      expectEqual(counter.alive, 0)
      expect(mostKeys { _ = family[$0].current } <= 64, "\(strategy), subscripted")
      family.override(with: { [counter] in CountedObject(counter, "mock \($0.number)") })
      expect(mostKeys { _ = family.resolve($0) } <= 64, "\(strategy), overridden")
      family.rollbackOverride()
    }
  }

  @Test func keyIsKeptWhileItIsInUse() {
    let (lives, family) = (InstanceCounter(), makeFamily(.shared))
    func key(_ number: Int) -> Counted { Counted(number, lives) }
    func resolveManyOtherKeys() { for number in 1_000..<1_300 { _ = family.resolve(key(number)) } }

    let instance = family.resolve(key(1))
    let injection = family[key(2)]
    family[key(3)].override(with: CountedObject(counter, "mock"))
    resolveManyOtherKeys()
    expect(family.resolve(key(1)) === instance)
    expect(family[key(1)].current === instance)
    expectEqual(family[key(2)], injection)
    expectEqual(family.resolve(key(3)).name, "mock")
    expect(family[key(3)].rollbackOverride())
    expectEqual(family.resolve(key(3)).name, "3")

    withOverrideScope {
      family[key(4)].override(with: CountedObject(counter, "mock"))
      resolveManyOtherKeys()
      expectEqual(family.resolve(key(4)).name, "mock")
    }

    family.override(with: { [counter] _ in CountedObject(counter, "replacement") })
    let replacement = family.resolve(key(5))
    resolveManyOtherKeys()
    expect(family.resolve(key(5)) === replacement)
    family.rollbackOverride()
    expect(family.resolve(key(1)) === instance)
  }

  @Test func keyIsKeptWhileItsInstanceIsBuilt() {
    let family = Variable<InjectionFamily<Int, CountedObject>?>(nil)
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
    let family = Variable<InjectionFamily<KeyWithDeinitializer, CountedObject>?>(nil)
    family.content = InjectionFamily(strategy: .onDemand) { [counter] in
      CountedObject(counter, "\($0.number)")
    }
    let isDone = Variable(false)
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

  @Test func expiredInstancesOfUnusedKeysAreReleased() {
    for isOverridden in [false, true] {
      let (counter, clock) = (InstanceCounter(), ManualClock())
      let family = InjectionFamily<Counted, CountedObject>(
        strategy: .expiring(after: .seconds(10), clock: clock)
      ) { _ in CountedObject(counter) }
      if isOverridden { family.override(with: { _ in CountedObject(counter) }) }
      var mostInstances = 0

      let mostKeys = mostKeys { key in
        _ = family.resolve(key)
        mostInstances = max(mostInstances, counter.alive)
        clock.advance(by: .seconds(1))
      }

      expectEqual(counter.built, Self.manyKeys)
      expect(max(mostKeys, mostInstances) < 500, "isOverridden: \(isOverridden)")
      family.rollbackOverride()
    }
  }
}

/// A key that counts its live copies.
private struct Counted: Hashable {
  let number: Int
  private let object: CountedObject

  init(_ number: Int, _ lives: InstanceCounter) {
    self.number = number
    object = CountedObject(lives)
  }

  static func == (lhs: Counted, rhs: Counted) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A key that runs an action when it is deallocated.
private struct KeyWithDeinitializer: Hashable {
  let number: Int
  let onDeinit: OnDeinit?

  static func == (lhs: KeyWithDeinitializer, rhs: KeyWithDeinitializer) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
