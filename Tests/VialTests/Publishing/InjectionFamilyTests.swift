import Testing
import Vial

/// One injection for each key (rule 7).
@MainActor struct InjectionFamilyTests {
  private let family = InjectionFamily<Account, Service>(strategy: .shared) {
    Service("\($0.name)")
  }

  @Test func keysAreComparedByEqualityInsteadOfHash() {
    let first = family.resolve(Account("first"))
    let second = family.resolve(Account("second"))

    #expect(Account("first").hashValue == Account("second").hashValue)
    #expect(first.name == "first")
    #expect(second.name == "second")
    #expect(family.resolve(Account("first")) === first)
  }

  @Test func eachKeyHasItsOwnInstance() {
    let singletons = InjectionFamily<Int, Service>(strategy: .singleton) { Service("\($0)") }

    let one = singletons.resolve(1)

    #expect(singletons[1].resolve() === one)
    #expect(singletons[2].resolve().name == "2")
    #expect(singletons[2].resolve() !== one)
  }

  @Test(arguments: [true, false])
  func keyOverrideTakesPrecedenceOverOlderAndNewerFamilyOverrides(keyFirst: Bool) {
    let key = Account("key")

    if keyFirst { family[key].override(with: Service("of the key")) }
    family.override(with: { _ in Service("of the family") })
    if !keyFirst { family[key].override(with: Service("of the key")) }

    #expect(family.resolve(key).name == "of the key")
    #expect(family.resolve(Account("other")).name == "of the family")
    #expect(family[key].rollbackOverride())
    #expect(family.resolve(key).name == "of the family")
    #expect(family.rollbackOverride())
    #expect(family.resolve(key).name == "key")
    #expect(!family.rollbackOverride())
  }

  @Test(arguments: [InjectionStrategy.shared, .onDemand])
  func unusedKeysAreForgotten(strategy: InjectionStrategy) {
    var living = 0
    let family = InjectionFamily<Key, Service>(strategy: strategy) { Service("\($0.number)") }

    for number in 0..<10_000 {
      _ = family.resolve(Key(number, Life({ living += 1 }, { living -= 1 })))
    }

    #expect(living < 100)
  }
}

/// A key whose hash values are all equal.
private struct Account: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  func hash(into hasher: inout Hasher) {}
}

/// A key that counts how many of its copies are retained.
private struct Key: Hashable {
  let number: Int
  let life: Life

  init(_ number: Int, _ life: Life) {
    self.number = number
    self.life = life
  }

  static func == (lhs: Key, rhs: Key) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private final class Life {
  private let end: () -> Void

  init(_ begin: () -> Void, _ end: @escaping () -> Void) {
    self.end = end
    begin()
  }

  deinit { end() }
}

private final class Service {
  let name: String

  init(_ name: String) { self.name = name }
}
