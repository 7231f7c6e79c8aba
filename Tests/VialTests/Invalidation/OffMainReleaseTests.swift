import Dispatch
import Testing
import Vial

/// Another thread releases the last reference to an object that the main actor is using (rule 30).
///
/// Most of these tests have crashed or written to freed memory once. Run the tests with the thread sanitizer and the
/// address sanitizer.
@MainActor @Suite(.serialized) struct OffMainReleaseTests {
  private nonisolated static let rounds = TestSize.of(100, thorough: 2_000)
  private let queue = DispatchQueue(label: "other thread")

  /// Releases a value on the other thread.
  ///
  /// The last of the two threads deallocates the value.
  private func drop<Value: Sendable>(_ value: Value) {
    queue.async { withExtendedLifetime(value) {} }
  }

  private func settle() { queue.sync {} }

  @Test func anotherThreadCanReleaseAScopeWhileItsTokensAreUsed() {
    let injection = Injection(strategy: .singleton, instance: 1)
    let required = Injection<Int>.required("a number")

    for _ in 0..<Self.rounds {
      let scope = OverrideScope(.isolated)
      let (provision, token) = scope.run { (required.provide(with: 2), injection.override(with: 2)) }
      drop(scope)
      _ = token.isActive
      token.rollback()
      provision.withdraw()
      expect(!token.isActive)

      let late = withOverrideScope(.isolated) {
        let scope = OverrideScope.current
        queue.async { scope.run {} }
        return injection.override(with: 2)
      }
      for _ in 0..<10 { expect(!late.isActive) }
      expect(!late.rollback())
    }
    settle()
    expectEqual(injection.resolve(), 1)
    expect(!required.isProvided)
  }

  @Test func anotherThreadCanReleaseNestedScopesWithInstances() {
    let injection = Injection(strategy: .singleton, instance: Resolving(nil))

    for _ in 0..<Self.rounds {
      let outer = OverrideScope()
      let token = outer.run { injection.override(with: Resolving(nil)) }
      let inner = outer.run { OverrideScope() }
      _ = inner.run { injection.resolve() }
      drop(inner)
      token.rollback()
      drop(outer)
      _ = injection.resolve()
    }
    settle()
  }

  /// Returns a scope that alone retains the scope outside, which caches an instance.
  private func innerScope(of injection: Injection<Int>) -> OverrideScope {
    OverrideScope().run {
      _ = injection.resolve()
      return OverrideScope()
    }
  }

  /// The release action runs in the scope outside of the released scope.
  @Test func anotherThreadCanReleaseAScopeWhileAnActionRunsInTheScopeOutside() {
    let address = Injection(strategy: .singleton, instance: "live")
    let part = Injection(strategy: .singleton, instance: 0)
    let seen = Seen()
    let socket = Injection(strategy: .singleton, instance: 1).onRelease { _ in seen.addresses.insert(address.resolve())
    }

    withOverrideScope(.isolated) {
      address.override(with: "mock")
      for _ in 0..<Self.rounds {
        let token = part.override(with: 1)
        drop(innerScope(of: socket))
        token.rollback()
      }
    }
    settle()
    expect(seen.addresses.isSubset(of: ["mock"]))
  }

  /// The deinitializer of an instance overrides another injection while the list of overrides is scanned.
  @Test func anotherThreadCanReleaseAnOverriddenInjection() {
    let other = Injection(strategy: .singleton, instance: 1)
    for _ in 0..<Self.rounds {
      let plain = Injection(strategy: .singleton, instance: 1)
      let tokenOfPlain = plain.override(with: 2)
      drop(plain)
      _ = Overrides.active.count
      tokenOfPlain.rollback()

      let injection = Injection(strategy: .singleton, instance: Resolving(other))
      let replacement = injection.override(with: Resolving(other))
      _ = injection.resolve()
      drop(injection)
      replacement.rollback()
      let token = other.override(with: 2)
      expect(token.rollback())
    }
    settle()
    other.rollbackAllOverrides()
    expectEqual(other.resolve(), 1)
    expect(!Overrides.active.contains { $0.callSite.fileID == #fileID })
  }

  @Test func anotherThreadCanReleaseSharedInstancesAndKeysOfAFamily() {
    let other = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }
    let family = InjectionFamily<Int, Resolving>(strategy: .shared) { _ in Resolving(other[0]) }

    for round in 0..<Self.rounds {
      drop(family.resolve(round))
      drop(family[round + 1])
      drop(family.resolve(round % 7))
    }
    settle()
    expectEqual(other.resolve(3), 3)
  }

  /// Some instances are released on the main actor during the search for unused keys, and their deinitializers use keys.
  @Test func anotherThreadCanReleaseInstancesWhileTheirFamilyForgetsKeys() {
    for _ in 0..<TestSize.of(1, thorough: 20) {
      let successors = Successors()
      let family = InjectionFamily<Int, Predecessor>(strategy: .shared) { Predecessor($0 < 0 ? nil : successors) }
      successors.family = family

      drop((1..<4096).map { family.resolve($0) })
      _ = family[4096]  // The family has doubled its keys again, so it forgets unused ones.
      settle()

      expect(successors.kept.filter { family[$0.key].current !== $0.value }.isEmpty)
      successors.family = nil
    }
  }

  @Test func anotherThreadCanReleaseConsumersAndSharedInstancesDuringARollback() {
    let part = Injection(strategy: .shared, instance: Resolving(nil))
    let whole = Injection(strategy: .shared, instance: Resolving(nil, part.resolve()))

    for _ in 0..<Self.rounds {
      let token = part.override(with: Resolving(nil))
      drop(whole.resolve())
      drop(part.resolve())
      token.rollback()

      withOverrideScope {
        let owner = Consuming(part)
        _ = owner.part
        drop(owner)
        part.override(with: Resolving(nil))
        _ = Consuming(part).part
      }
    }
    settle()
    expect(whole.current == nil)
    expect(part.current == nil)
  }
}

/// Uses injections when it is deinitialized on the main actor.
private final class Resolving: Sendable {
  private let other: Injection<Int>?
  private let part: Resolving?

  init(_ other: Injection<Int>?, _ part: Resolving? = nil) {
    self.other = other
    self.part = part
  }

  deinit {
    guard let other, isOnMainQueue else { return }
    MainActor.assumeIsolated {
      _ = other.resolve()
      other.override(with: 3).rollback()
    }
  }
}

@MainActor private final class Consuming {
  @Instance<Resolving> var part: Resolving

  init(_ injection: Injection<Resolving>) { _part = Instance(injection) }
}

/// The addresses that an action has resolved.
@MainActor private final class Seen {
  var addresses: Set<String> = []
}

/// Resolves another key of its family when it is deinitialized on the main actor.
private final class Predecessor: Sendable {
  private let successors: Successors?

  init(_ successors: Successors?) { self.successors = successors }

  deinit {
    guard let successors, isOnMainQueue else { return }
    MainActor.assumeIsolated { successors.add() }
  }
}

@MainActor private final class Successors {
  var family: InjectionFamily<Int, Predecessor>?
  private(set) var kept: [Int: Predecessor] = [:]

  func add() { kept[-1 - kept.count] = family?.resolve(-1 - kept.count) }
}

/// Whether the code runs on the main queue, which another thread than the main one can serve.
private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) != nil }

/// A key that has a value on the main queue only.
private let mainQueueKey: DispatchSpecificKey<Void> = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()
