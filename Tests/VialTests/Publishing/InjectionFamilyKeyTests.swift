import Testing
import Vial

/// Keys: equality, storage of their own, families of families, circles between them (rule 7).
@MainActor struct InjectionFamilyKeyTests {
  let tally = Tally()

  @Test(arguments: Strategies.all)
  func keysWithTheSameHashAreKeptApart(strategy: InjectionStrategy) {
    let family = InjectionFamily<Colliding, Probe>(strategy: strategy) { [tally] in
      Probe(tally, $0.name)
    }
    let keys = (0..<100).map { Colliding("\($0)") }

    let owners = keys.map { Owner(family[$0]) }

    for (owner, key) in zip(owners, keys) { #expect(owner.value.name == key.name) }
    #expect(tally.built == 100)
  }

  @Test(arguments: Strategies.keeping + [.shared])
  func eachKeyHasTheStrategysStorageForItself(strategy: InjectionStrategy) {
    let family = InjectionFamily<Int, Probe>(strategy: strategy) { [tally] in
      Probe(tally, "\($0)")
    }
    let one = family.resolve(1)
    let two = family.resolve(2)

    #expect(one !== two)
    #expect(family.resolve(1) === one)
    #expect(family.resolve(2) === two)
    #expect(family[1].current === one)
    #expect(family[3].current == nil)
    #expect(tally.built == 2)
  }

  @Test func aKeyThatIsNilInsideAnOptionalIsItself() {
    let family = InjectionFamily<Int??, String>(strategy: .onDemand) { "\($0 as Any)" }
    let keys: [Int??] = [.none, .some(.none), .some(1)]

    withOverrideScope {
      family.override(with: { key in "overridden \(key as Any)" })
      for key in keys { #expect(family.resolve(key) == "overridden \(key as Any)") }
    }
  }

  @Test func everyKeyCountsItsOwnTime() {
    let clock = ManualClock()
    let family = InjectionFamily<Int, Probe>(
      strategy: .expiring(after: .seconds(10), clock: clock)
    ) { [tally] in Probe(tally, "\($0)") }
    let one = family.resolve(1)
    clock.advance(by: .seconds(6))
    let two = family.resolve(2)
    clock.advance(by: .seconds(6))

    #expect(family.resolve(1) !== one)
    #expect(family.resolve(2) === two)
  }

  @Test func clearingAFlowClearsEveryKey() {
    let flow = InjectionFlow("flow")
    let family = InjectionFamily<Int, Probe>(strategy: .flow(flow)) { [tally] in
      Probe(tally, "\($0)")
    }
    for key in 0..<10 { _ = family.resolve(key) }

    flow.clear()

    #expect(tally.alive == 0)
  }

  @Test func anInjectionIsTheSameWayToItsKey() {
    let family = InjectionFamily<Int, Probe>(strategy: .onDemand) { [tally] in
      Probe(tally, "\($0)")
    }
    let injection = family[1]
    let owner = Owner(injection)

    #expect(owner.value === owner.value)
    #expect(injection.resolve() !== owner.value)
    #expect(injection.resolve().name == "1")
  }

  @Test func nilIsAnInstanceOfAKey() {
    let family = InjectionFamily<Int?, Probe?>(strategy: .singleton) { [tally] key in
      tally.built += 1
      return key.map { Probe(tally, "\($0)") }
    }

    #expect(family.resolve(nil) == nil)
    #expect(family.resolve(nil) == nil)
    #expect(tally.built == 1)
    #expect(family.resolve(1)?.name == "1")
  }

  @Test func familiesOfFamilies() {
    let accounts = InjectionFamily<String, InjectionFamily<Int, Probe>>(strategy: .singleton) {
      [tally] account in
      InjectionFamily(strategy: .singleton) { Probe(tally, "\(account) \($0)") }
    }
    let first = accounts.resolve("ada").resolve(1)

    #expect(first.name == "ada 1")
    #expect(accounts.resolve("ada").resolve(1) === first)
    #expect(accounts.resolve("bob").resolve(1).name == "bob 1")
    accounts.resolve("ada").override(with: { Probe(tally, "mock \($0)") })
    #expect(accounts.resolve("ada").resolve(1).name == "mock 1")
    #expect(accounts.resolve("bob").resolve(1).name == "bob 1")
    #expect(accounts.resolve("ada").rollbackOverride())
    #expect(accounts.resolve("ada").resolve(1) === first)
  }

  @Test func oneKeyMayNeedAnother() {
    let family = Box<InjectionFamily<Int, Probe>?>(nil)
    family.content = InjectionFamily(strategy: .singleton) { [tally] key in
      let below = key > 0 ? family.content?.resolve(key - 1) : nil
      return Probe(tally, "\(key)", parts: below.map { [$0] } ?? [])
    }

    let third = family.content?.resolve(3)

    #expect(tally.built == 4)
    #expect(third?.parts.first as? Probe === family.content?.resolve(2))
    family.content = nil
  }

  @Test func aCircleBetweenKeysNamesEachKeyOnce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = Box<InjectionFamily<Page, Probe>?>(nil)
        family.content = InjectionFamily(
          strategy: .singleton,
          fileID: "Feature/Pages.swift",
          line: 3
        ) { page in
          _ = family.content?.resolve(page == .first ? .second : .first)
          return Probe(Tally())
        }
        _ = family.content?.resolve(.first)
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains(
        """
        Dependency circle: Probe[first] (Feature/Pages.swift:3) → \
        Probe[second] (Feature/Pages.swift:3) → Probe[first].
        """
      )
    )
  }

  @Test func anOverrideGetsTheKeyThatWasAskedForHoweverOptionalItIs() {
    let keys: [AnyHashable?] = [.some(AnyHashable(Int?.none)), nil, AnyHashable(1)]

    #expect(keysSeen(among: keys) == keys)
  }

  @Test func anOverrideGetsTheErasedKeyThatWasAskedFor() {
    let keys = [AnyHashable(Int?.none), AnyHashable(Int??.some(nil)), AnyHashable(String?.none)]

    #expect(keysSeen(among: keys) == keys)
  }

  /// The keys that a family's override gets when these are resolved.
  private func keysSeen<Key: Hashable>(among keys: [Key]) -> [Key] {
    let family = InjectionFamily<Key, Int>(strategy: .onDemand) { _ in 0 }
    var seen: [Key] = []
    withOverrideScope {
      family.override(with: { key in
        seen.append(key)
        return 1
      })
      for key in keys { _ = family.resolve(key) }
    }
    return seen
  }
}

enum Page: Hashable {
  case first
  case second
}

/// A key whose hash says nothing.
private struct Colliding: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  func hash(into hasher: inout Hasher) {}
}
