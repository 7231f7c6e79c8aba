import Testing
import Vial

/// Code of the application may release the last reference to the objects that the core is using (rules 6 and 30).
///
/// Run these tests with the address sanitizer.
@Suite(.checksInvariants) @MainActor struct DroppedOwnerTests {
  /// The last references of a test, which the code of the application releases.
  @MainActor private final class Owners {
    let counter = InstanceCounter()
    var injection: Injection<CountedObject>?
    var family: InjectionFamily<DroppingKey, CountedObject>?
    var scope: OverrideScope? = OverrideScope(.isolated)
    var flow: InjectionFlow? = InjectionFlow("flow")
    var observation: InjectionObservation?
    var consumer: ConsumerOwner?
    private var isArmed = false
    private(set) var drops = 0

    func arm() { isArmed = true }

    func drop() {
      guard isArmed else { return }
      isArmed = false
      drops += 1
      (injection, family, scope, flow, consumer) = (nil, nil, nil, nil, nil)
      observation?.cancel()
    }

    func make() -> CountedObject { CountedObject(counter) }

    /// Publishes an injection whose factory does not own this object.
    func publish(_ strategy: InjectionStrategy) -> Injection<CountedObject> {
      Injection(strategy: strategy) { [counter] in CountedObject(counter) }
    }

    func publishFamily(_ strategy: InjectionStrategy) -> InjectionFamily<DroppingKey, CountedObject> {
      InjectionFamily(strategy: strategy) { [counter] _ in CountedObject(counter) }
    }

    /// Resolves while the code of the application releases everything, and expects the instance.
    func expectDropped(_ name: String, _ resolve: () -> CountedObject?) {
      arm()
      let result = resolve()
      expectEqual(drops, 1, name)
      expectEqual(result?.name, "live", name)
    }
  }

  private enum Check: CaseIterable {
    case valid, invalid, clock

    @MainActor func strategy(_ owners: Owners) -> InjectionStrategy {
      switch self {
      case .clock: .expiring(after: .seconds(100), in: owners.flow, clock: DroppingClock { owners.drop() })
      case .valid, .invalid:
        .cached(in: owners.flow) {
          {
            owners.drop()
            return self == .valid
          }
        }
      }
    }
  }

  @Test func checkCanReleaseItsInjectionItsFamilyAndItsScope() {
    for check in Check.allCases {
      let owners = Owners()
      owners.injection = owners.publish(check.strategy(owners))
      _ = owners.scope?.run { owners.injection?.resolve() }
      owners.expectDropped("\(check)") { owners.scope?.run { owners.injection?.resolve() } }

      let others = Owners()
      others.family = others.publishFamily(check.strategy(others))
      _ = others.family?.resolve(DroppingKey(number: 1))
      others.expectDropped("\(check) of a family") { others.family?.resolve(DroppingKey(number: 1)) }
    }
  }

  @Test func clockOfACompactionCanReleaseTheFamilyTheScopeAndOtherInjections() {
    let owners = Owners()
    owners.family = owners.publishFamily(Check.clock.strategy(owners))
    for number in 0..<20 { _ = owners.family?.resolve(DroppingKey(number: number)) }
    owners.arm()
    for number in 20..<200 { _ = owners.family?[DroppingKey(number: number)] }
    expectEqual(owners.drops, 1)
    expectEqual(owners.counter.alive, 0)

    let others = Owners()
    let held = Variable((0..<20).map { _ in others.publish(Check.clock.strategy(others)) })
    others.scope?.run { for injection in held.content { _ = injection.resolve() } }
    others.arm()
    held.content = []
    for number in 0..<100 { others.scope?.run { _ = Injection(strategy: .singleton, instance: number).resolve() } }
    expectEqual(others.drops, 1)
    expectEqual(others.counter.alive, 0)
  }

  @Test func keysAndContextsCanReleaseTheirInjections() {
    for isHash in [false, true] {
      let owners = Owners()
      owners.family = owners.publishFamily(.singleton)
      _ = owners.family?.resolve(DroppingKey(number: 1))
      let key = DroppingKey(number: 1, inHash: isHash) { owners.drop() }
      owners.expectDropped("hash: \(isHash)") { owners.family?.resolve(key) }
    }

    let owners = Owners()
    let context = InjectionContext("dropping") {
      MainActor.assumeIsolated { owners.drop() }
      return false
    }
    owners.injection = owners.publish(.singleton).when(context, instance: CountedObject(InstanceCounter(), "context"))
    owners.expectDropped("context") { owners.injection?.resolve() }
  }

  @Test func factoriesCanReleaseTheirInjectionTheirFamilyAndTheirScope() {
    for kind in OverrideScope.Kind.all {
      let owners = Owners()
      owners.scope = OverrideScope(kind)
      owners.observation = Injections.observe { _ in }
      owners.injection = Injection(strategy: .flow(owners.flow ?? InjectionFlow(""))) {
        owners.drop()
        return owners.make()
      }
      owners.expectDropped("\(kind)") { owners.scope?.run { owners.injection?.resolve() } }
    }

    let owners = Owners()
    owners.family = owners.publishFamily(.shared)
    owners.scope?.run {
      _ = owners.family?.override { _ in
        owners.drop()
        owners.scope?.end()
        return owners.make()
      }
    }
    owners.expectDropped("family") { owners.scope?.run { owners.family?.resolve(DroppingKey(number: 1)) } }
  }

  @Test func releaseActionsAndDeinitializersCanReleaseTheirInjectionAndTheirScope() {
    for isEnd in [false, true] {
      let owners = Owners()
      owners.injection = owners.publish(.flow(owners.flow ?? InjectionFlow(""))).onRelease { _ in owners.drop() }
      _ = owners.scope?.run { owners.injection?.resolve() }
      owners.arm()

      if isEnd { owners.scope?.end() } else { owners.scope?.run { owners.flow?.clear() } }

      expectEqual(owners.drops, 1, "end: \(isEnd)")
      expectEqual(owners.counter.alive, 0, "end: \(isEnd)")
    }

    let owners = Owners()
    let injection = Variable<Injection<OnDeinit>?>(
      Injection(strategy: .singleton, instance: OnDeinit { owners.drop() })
    )
    _ = owners.scope?.run { injection.content?.resolve() }
    owners.arm()
    owners.scope?.run { injection.content?.clear() }
    expectEqual(owners.drops, 1)
  }

  @Test func expressionsAndObserversCanReleaseEverything() {
    for isWeak in [false, true] {
      let owners = Owners()
      let injection = owners.publish(.shared)
      owners.consumer = owners.scope?.run {
        ConsumerOwner {
          owners.drop()
          return injection
        }
      }
      owners.expectDropped("weak: \(isWeak)") { isWeak ? owners.consumer?.weakValue : owners.consumer?.value }
    }

    let owners = Owners()
    owners.injection = owners.publish(.singleton)
    owners.observation = Injections.observe { _ in owners.drop() }
    owners.expectDropped("observer") { owners.scope?.run { owners.injection?.resolve() } }
  }
}

/// An object whose consumers evaluate an expression.
@MainActor private final class ConsumerOwner {
  @Instance var value: CountedObject
  @WeakInstance var weakValue: CountedObject?

  init(_ expression: @escaping @MainActor () -> Injection<CountedObject>) {
    _value = Instance(expression())
    _weakValue = WeakInstance(expression())
  }
}

/// A key whose methods run an action.
private struct DroppingKey: Hashable {
  let number: Int
  var inHash = false
  var action: @MainActor () -> Void = {}

  static func == (lhs: DroppingKey, rhs: DroppingKey) -> Bool {
    if !lhs.inHash { MainActor.assumeIsolated { lhs.action() } }
    if !rhs.inHash { MainActor.assumeIsolated { rhs.action() } }
    return lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) {
    if inHash { MainActor.assumeIsolated { action() } }
    hasher.combine(number)
  }
}

/// A clock that runs an action when it is read.
private struct DroppingClock: Clock {
  let action: @MainActor () -> Void
  var minimumResolution: Duration { .zero }

  var now: ContinuousClock.Instant {
    MainActor.assumeIsolated { action() }
    return .now
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
