import Testing
import Vial

/// Code of the application may release the last reference to the objects that the core is using (rules 6 and 30).
///
/// Run these tests with the address sanitizer.
@Suite(.checksInvariants) @MainActor struct DroppedOwnerTests {
  /// The last references of a test, which the code of the application releases.
  @MainActor private final class Owners {
    var injection: Injection<CountedObject>?
    var family: InjectionFamily<DroppingKey, CountedObject>?
    var scope: OverrideScope?
    var flow: InjectionFlow?
    var observation: InjectionObservation?
    var consumer: ConsumerOwner?
    var isArmed = false
    var drops = 0

    func drop() {
      guard isArmed else { return }
      isArmed = false
      drops += 1
      (injection, family, scope, flow, consumer) = (nil, nil, nil, nil, nil)
      observation?.cancel()
    }
  }

  /// Releases references of restricted code, which must not cancel observations.
  private func dropRestricted(_ owners: Owners) {
    guard owners.isArmed else { return }
    owners.observation = nil
    owners.drop()
  }

  private let owners = Owners()
  private let counter = InstanceCounter()

  /// Expects that the code has run and that the instances are gone.
  private func expectDropped(_ result: CountedObject?) {
    expectEqual(owners.drops, 1)
    expectEqual(result?.name, "live")
  }

  enum Strategy: CaseIterable { case valid, invalid, clock }

  private func strategy(_ strategy: Strategy, in flow: InjectionFlow?) -> InjectionStrategy {
    let (owners, drop) = (owners, dropRestricted)
    return switch strategy {
    case .clock: .expiring(after: .seconds(100), in: flow, clock: DroppingClock { drop(owners) })
    case .valid, .invalid:
      .cached(in: flow) {
        {
          drop(owners)
          return strategy == .valid
        }
      }
    }
  }

  private func makeObject() -> @MainActor () -> CountedObject {
    { [counter] in CountedObject(counter) }
  }

  @Test(arguments: Strategy.allCases) func checkCanReleaseItsInjectionAndItsScope(kind: Strategy) {
    owners.scope = OverrideScope(.isolated)
    owners.flow = InjectionFlow("flow")
    owners.injection = Injection(strategy: strategy(kind, in: owners.flow), makeObject())
    _ = owners.scope?.run { owners.injection?.resolve() }
    owners.isArmed = true

    let result = owners.scope?.run { owners.injection?.resolve() }

    expectDropped(result)
  }

  @Test(arguments: Strategy.allCases) func checkCanReleaseItsFamily(kind: Strategy) {
    owners.family = InjectionFamily(strategy: strategy(kind, in: nil)) { [counter] _ in CountedObject(counter) }
    _ = owners.family?.resolve(DroppingKey(number: 1))
    owners.isArmed = true

    let result = owners.family?.resolve(DroppingKey(number: 1))

    expectDropped(result)
  }

  @Test func clockOfACompactionCanReleaseTheFamily() {
    let (owners, drop) = (owners, dropRestricted)
    let strategy = InjectionStrategy.expiring(after: .seconds(100), clock: DroppingClock { drop(owners) })
    owners.family = InjectionFamily(strategy: strategy) { [counter] _ in CountedObject(counter) }
    for number in 0..<20 { _ = owners.family?.resolve(DroppingKey(number: number)) }
    owners.isArmed = true

    for number in 20..<200 { _ = owners.family?[DroppingKey(number: number)] }

    expectEqual(owners.drops, 1)
    expectEqual(counter.alive, 0)
  }

  @Test func clockOfACompactionCanReleaseTheScopeAndOtherInjections() {
    let (owners, drop) = (owners, dropRestricted)
    let strategy = InjectionStrategy.expiring(after: .seconds(100), clock: DroppingClock { drop(owners) })
    owners.scope = OverrideScope(.isolated)
    let held = Box((0..<20).map { _ in Injection(strategy: strategy, makeObject()) })
    owners.scope?.run { for injection in held.content { _ = injection.resolve() } }
    owners.isArmed = true
    held.content = []

    for number in 0..<100 { owners.scope?.run { _ = Injection(strategy: .singleton, instance: number).resolve() } }

    expectEqual(owners.drops, 1)
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: [false, true]) func methodOfAKeyCanReleaseItsFamily(isHash: Bool) {
    let (owners, drop) = (owners, dropRestricted)
    owners.family = InjectionFamily(strategy: .singleton) { [counter] _ in CountedObject(counter) }
    _ = owners.family?.resolve(DroppingKey(number: 1))
    owners.isArmed = true

    let key = DroppingKey(number: 1, inHash: isHash) { drop(owners) }
    let result = owners.family?.resolve(key)

    expectDropped(result)
  }

  @Test func contextCanReleaseItsInjection() {
    let (owners, drop) = (owners, dropRestricted)
    let context = InjectionContext("dropping") {
      MainActor.assumeIsolated { drop(owners) }
      return false
    }
    owners.injection = Injection(strategy: .singleton, makeObject()).when(context, makeObject())
    owners.isArmed = true

    expectDropped(owners.injection?.resolve())
  }

  @Test(arguments: OverrideScope.Kind.all) func factoryCanReleaseItsInjectionAndItsScope(kind: OverrideScope.Kind) {
    let make = makeObject()
    owners.scope = OverrideScope(kind)
    owners.flow = InjectionFlow("flow")
    owners.observation = Injections.observe { _ in }
    owners.injection = Injection(strategy: .flow(owners.flow ?? InjectionFlow(""))) { [owners] in
      owners.drop()
      return make()
    }
    owners.isArmed = true

    let result = owners.scope?.run { owners.injection?.resolve() }

    expectDropped(result)
  }

  @Test func factoryOfAnOverrideCanReleaseItsFamilyAndItsScope() {
    let make = makeObject()
    owners.scope = OverrideScope(.isolated)
    owners.family = InjectionFamily(strategy: .shared) { _ in make() }
    owners.scope?.run {
      _ = owners.family?.override { [owners] _ in
        owners.drop()
        owners.scope?.end()
        return make()
      }
    }
    owners.isArmed = true

    let result = owners.scope?.run { owners.family?.resolve(DroppingKey(number: 1)) }

    expectDropped(result)
  }

  @Test(arguments: [false, true]) func releaseActionCanReleaseItsInjectionAndItsScope(isScope: Bool) {
    owners.scope = OverrideScope(.isolated)
    owners.flow = InjectionFlow("flow")
    owners.injection = Injection(strategy: .flow(owners.flow ?? InjectionFlow("")), makeObject())
      .onRelease { [owners] _ in owners.drop() }
    _ = owners.scope?.run { owners.injection?.resolve() }
    owners.isArmed = true

    if isScope { owners.scope?.end() } else { owners.scope?.run { owners.flow?.clear() } }

    expectEqual(owners.drops, 1)
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: [false, true]) func expressionCanReleaseTheOwnerOfItsConsumer(isWeak: Bool) {
    let injection = Injection(strategy: .shared, makeObject())
    owners.scope = OverrideScope(.isolated)
    owners.consumer = owners.scope?.run {
      ConsumerOwner { [owners] in
        owners.drop()
        return injection
      }
    }
    owners.isArmed = true

    let result = isWeak ? owners.consumer?.weakValue : owners.consumer?.value

    expectDropped(result)
  }

  @Test func observerCanReleaseEverything() {
    owners.scope = OverrideScope(.isolated)
    owners.injection = Injection(strategy: .singleton, makeObject())
    owners.observation = Injections.observe { [owners] _ in owners.drop() }
    owners.isArmed = true

    let result = owners.scope?.run { owners.injection?.resolve() }

    expectDropped(result)
  }

  @Test func deinitializerCanReleaseTheScopeAndTheInjection() {
    owners.scope = OverrideScope(.isolated)
    let injection = Box<Injection<OnDeinit>?>(
      Injection(strategy: .singleton, instance: OnDeinit { [owners] in owners.drop() })
    )
    _ = owners.scope?.run { injection.content?.resolve() }
    owners.isArmed = true

    owners.scope?.run { injection.content?.clear() }

    expectEqual(owners.drops, 1)
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
