@testable import Vial

/// A published injection or family, and the random operations on it.
@MainActor protocol FuzzSubject: AnyObject {
  /// Factories resolve only subjects of higher ranks, so dependency cycles are impossible.
  var rank: Int { get }

  /// The record of the injection, or of the keys of the family.
  var records: [InjectionRecord] { get }

  func performRandomOperation()
  func resolve() -> FuzzInstance
  func clear()
  func releaseConsumers()

  /// Inspects the injection without using it.
  func inspect()

  /// Reads the consumers that hold their instances, and returns whether there are any.
  func readHeldConsumers() -> Bool
}

/// A subject with one type of instances.
final class TypedFuzzSubject<Value: FuzzPayload>: FuzzSubject {
  private enum Published {
    case injection(Injection<Value>)
    case family(InjectionFamily<FuzzKey, Value>)
  }

  let rank: Int
  private let fuzzer: ReentrancyFuzzer
  private let published: Published
  private let hasReleaseAction: Bool
  private var consumers: [FuzzConsumers<Value>] = []

  init(_ fuzzer: ReentrancyFuzzer, rank: Int) {
    self.fuzzer = fuzzer
    self.rank = rank
    hasReleaseAction = fuzzer.random.chance(2)
    let strategy = fuzzer.randomStrategy(owningInstances: hasReleaseAction)
    let action = hasReleaseAction ? { @MainActor (value: Value) in fuzzer.didRelease(value.instance) } : nil
    switch fuzzer.random.next(below: 4) {
    case 0:
      let required = Injection<Value>.required("an instance")
      let injection = action.map(required.onRelease) ?? required
      OverrideScope.global.run {
        _ = injection.provide(strategy: strategy) { .wrap(fuzzer.build()) }
      }
      published = .injection(injection)
    case 1, 2:
      let family = InjectionFamily<FuzzKey, Value>(strategy: strategy) { _ in .wrap(fuzzer.build()) }
      published = .family(action.map(family.onRelease) ?? family)
    default:
      let injection = Injection<Value>(strategy: strategy) { .wrap(fuzzer.build()) }
      published = .injection(action.map(injection.onRelease) ?? injection)
    }
    switch published {
    case .injection(let injection): fuzzer.setRank(rank, of: injection.record)
    case .family(let family): fuzzer.setRank(rank, of: family.record)
    }
  }

  var records: [InjectionRecord] {
    switch published {
    case .injection(let injection): [injection.record]
    case .family(let family): Array(family.keys.records.values)
    }
  }

  /// The injection, or the injection of a random key.
  private var injection: Injection<Value> {
    switch published {
    case .injection(let injection): injection
    case .family(let family):
      family[FuzzKey(number: fuzzer.random.next(below: 80), hook: fuzzer.makeHook(), fuzzer: fuzzer)]
    }
  }

  func resolve() -> FuzzInstance { injection.resolve().instance }

  func clear() {
    switch published {
    case .injection(let injection): injection.clear()
    case .family(let family): family.clear()
    }
  }

  func releaseConsumers() { consumers = [] }
}

// MARK: - Random operations

extension TypedFuzzSubject {
  func performRandomOperation() {
    if case .family(let family) = published, fuzzer.random.chance(4) {
      return performOperation(on: family)
    }
    let injection = injection
    switch fuzzer.random.next(below: 16) {
    case 0, 1: override(injection)
    case 2: injection.rollbackOverride()
    case 3: if fuzzer.random.chance(3) { injection.rollbackAllOverrides() }
    case 4: clear()
    case 5: _ = (injection.debugDescription, injection.overrideCount, injection.current)
    case 6: addConsumers()
    case 7, 8, 9: consumers.isEmpty ? addConsumers() : use(fuzzer.random.pick(consumers))
    case 10: provide(injection)
    case 11: if !OverrideScope.current.isGlobal { injection.withdraw() }
    default: if fuzzer.canResolve(rank) { fuzzer.retainSometimes(resolve()) }
    }
  }

  private func override(_ injection: Injection<Value>) {
    let (fuzzer, strategy) = (fuzzer, fuzzer.randomOptionalStrategy())
    fuzzer.install { id, hook in
      switch fuzzer.random.next(below: 3) {
      case 0:
        return injection.override(strategy: strategy) { .wrap(fuzzer.build([id], hook)) }
      case 1: return injection.override(with: decorator(id, hook), strategy: strategy)
      default: return randomTarget.map { injection.override(with: $0) }
      }
    }
  }

  private func decorator(
    _ id: Int,
    _ hook: DeinitHook
  ) -> @MainActor (borrowing Original<Value>) -> Value {
    { [fuzzer] original in
      fuzzer.reenter(hook)
      let value = original.resolve()
      if fuzzer.random.chance(3) { return value }
      return .wrap(fuzzer.build([id], decorating: value.instance))
    }
  }

  /// An injection of the same type and of a higher rank.
  private var randomTarget: Injection<Value>? {
    let targets = fuzzer.subjects.compactMap { $0 as? TypedFuzzSubject }.filter { $0.rank > rank }
    return targets.randomElement(using: &fuzzer.random)?.injection
  }

  private func provide(_ injection: Injection<Value>) {
    guard injection.record.publication.requiredPurpose != nil else { return }
    let (fuzzer, hook) = (fuzzer, fuzzer.makeHook())
    if fuzzer.random.chance(4), let target = randomTarget {
      fuzzer.add(injection.provide(with: target))
    } else {
      let strategy = fuzzer.randomStrategy(owningInstances: hasReleaseAction)
      fuzzer.add(injection.provide(strategy: strategy) { .wrap(fuzzer.build([], hook)) })
    }
  }

  private func performOperation(on family: InjectionFamily<FuzzKey, Value>) {
    let (fuzzer, strategy) = (fuzzer, fuzzer.randomOptionalStrategy())
    switch fuzzer.random.next(below: 6) {
    case 0:
      fuzzer.install { id, hook in
        family.override(with: { _ in .wrap(fuzzer.build([id], hook)) }, strategy: strategy)
      }
    case 1:
      fuzzer.install { id, hook in
        let decorate = decorator(id, hook)
        return family.override(with: { _, original in decorate(original) }, strategy: strategy)
      }
    case 2: family.rollbackOverride()
    case 3: if fuzzer.random.chance(3) { family.rollbackAllOverrides() }
    default: for _ in 0..<20 where fuzzer.canResolve(rank) { fuzzer.retainSometimes(resolve()) }
    }
  }
}

// MARK: - Consumers

extension TypedFuzzSubject {
  private func addConsumers() {
    let (fuzzer, injection) = (fuzzer, injection)
    let added = FuzzConsumers(fuzzer.makeHook()) {
      fuzzer.reenter()
      return injection
    }
    consumers.append(added)
    if consumers.count > 6 { fuzzer.release(consumers.remove(at: fuzzer.random.next(below: 6))) }
  }

  func inspect() {
    switch published {
    case .injection(let injection): _ = (injection.current, injection.isOverridden, injection.overrideCount)
    case .family(let family): _ = (family.isOverridden, family.overrideCount)
    }
  }

  func readHeldConsumers() -> Bool {
    let held = consumers.filter { !$0.isBeingWritten && $0.$value.isResolved }
    for consumers in held { _ = consumers.value.instance }
    return !held.isEmpty
  }

  private func use(_ consumers: FuzzConsumers<Value>) {
    guard !consumers.isBeingWritten else { return }
    // The expression of a consumer must not read the consumer.
    let canRead = Engine.innermostReader == nil && fuzzer.canResolve(rank)
    switch fuzzer.random.next(below: 8) {
    case 0: consumers.write { $0.value = .wrap(fuzzer.makeInstance()) }
    case 1: consumers.write { $0.$value.reset() }
    case 2: consumers.write { $0.weakValue = .wrap(fuzzer.makeInstance()) }
    case 3: consumers.write { $0.weakValue = nil }
    case 4: consumers.write { $0.$weakValue.reset() }
    case 5: if canRead { _ = consumers.weakValue }
    default: if canRead { fuzzer.retainSometimes(consumers.value.instance) }
    }
  }
}
