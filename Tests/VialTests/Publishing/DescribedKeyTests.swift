import Testing
import Vial

/// A key's description is the application's code: it may do anything, at the first time that the key is
/// named (rules 3, 7, 12, 17 and 28).
@MainActor struct DescribedKeyTests {
  let tally = Tally()

  /// A key that does something when it is described, once.
  private struct Key: Hashable, CustomStringConvertible {
    let number: Int
    let work = Work()

    static func == (lhs: Key, rhs: Key) -> Bool { lhs.number == rhs.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    var description: String {
      MainActor.assumeIsolated {
        let now = work.now
        work.now = nil
        now?()
      }
      return "\(number)"
    }
  }

  @MainActor private final class Work {
    var now: (() -> Void)?

    nonisolated init() {}
  }

  @Test(arguments: Strategies.keeping, [OverrideScope.Kind.inheriting, .isolated])
  func whatItBuildsIsTheOneThatItsScopeKeeps(
    strategy: InjectionStrategy,
    kind: OverrideScope.Kind
  ) {
    let family = InjectionFamily<Key, Probe>(strategy: strategy) { _ in Probe(tally) }
    let key = Key(number: 1)
    key.work.now = { _ = family.resolve(key) }

    withOverrideScope(kind) {
      let built = family.resolve(key)
      #expect(family.resolve(key) === built)
    }

    #expect(tally.built == 1)
    #expect(tally.alive == 0)
  }

  @Test func whatItOverridesIsBelowAndCanBeRolledBackInAnyOrder() {
    let family = InjectionFamily<Key, String>(strategy: .singleton) { "\($0.number)" }
    let other = Injection(strategy: .singleton, instance: "live")

    for newestFirst in [true, false] {
      withOverrideScope(.isolated) {
        let key = Key(number: newestFirst ? 1 : 2)
        var first: Override?
        key.work.now = { first = other.override(with: "mock") }
        let second = family[key].override(with: "mock")
        let tokens = [first, second].compactMap(\.self)
        #expect(Overrides.active.map(\.callSite) == tokens.map(\.callSite))

        for token in newestFirst ? tokens.reversed() : tokens {
          #expect(token.rollback())
          #expect(!token.isActive)
        }
        #expect(!other.isOverridden)
        #expect(!family[key].isOverridden)
      }
    }
  }

  @Test func whatItOverridesOfTheSameKeyIsBelow() {
    let family = InjectionFamily<Key, String>(strategy: .singleton) { "\($0.number)" }
    let key = Key(number: 1)
    key.work.now = { family[key].override(with: "first") }

    withOverrideScope(.isolated) {
      let second = family[key].override(with: "second")
      #expect(family.resolve(key) == "second")
      #expect(second.rollback())
      #expect(family.resolve(key) == "first")
      #expect(family[key].rollbackOverride())
      #expect(family.resolve(key) == "1")
    }
  }

  @Test func anOverrideWhoseKeyEndsTheScopeHasNoEffect() {
    let family = InjectionFamily<Key, String>(strategy: .singleton) { "\($0.number)" }
    let scope = OverrideScope(.isolated)
    let key = Key(number: 1)
    key.work.now = { scope.end() }
    var reported = 0
    let observation = Injections.observe { if case .overridden = $0 { reported += 1 } }
    defer { observation.cancel() }

    scope.run {
      let token = family[key].override(with: "mock")

      #expect(!token.isActive)
      #expect(!family[key].isOverridden)
      #expect(reported == 0)
    }
  }
}
