@testable import Vial

extension Turmoil {
  /// An injection, or a family, and what can be done with it.
  ///
  /// A factory, a check and the like use only what has a higher rank, so that they close no circle.
  @MainActor class AnySubject {
    let turmoil: Turmoil
    let rank: Int

    init(_ turmoil: Turmoil, _ rank: Int) {
      self.turmoil = turmoil
      self.rank = rank
    }

    func act() {}
    func resolve() -> Thing? { nil }
    var current: Thing? { nil }
    func clear() {}
    func allow() {}
    func letGo() {}
    func check() {}
    func isNamed(_ declaration: InjectionDeclaration) -> Bool { false }
  }

  class Subject<Value>: AnySubject {
    private let injection: @MainActor () -> Injection<Value>
    private let isRequired: Bool
    private let wrap: @MainActor (Thing) -> Value
    private let unwrap: @MainActor (Value) -> Thing?
    private var owners: [UnrulyOwner<Value>] = []

    init(
      _ turmoil: Turmoil,
      _ rank: Int,
      isRequired: Bool,
      _ injection: @escaping @MainActor () -> Injection<Value>,
      wrap: @escaping @MainActor (Thing) -> Value,
      unwrap: @escaping @MainActor (Value) -> Thing?
    ) {
      self.injection = injection
      self.isRequired = isRequired
      self.wrap = wrap
      self.unwrap = unwrap
      super.init(turmoil, rank)
    }

    override func resolve() -> Thing? { unwrap(injection().resolve()) }
    override var current: Thing? { injection().current.flatMap(unwrap) }
    override func clear() { injection().clear() }
    override func allow() { injection().allowLiveInScope() }
    override func letGo() { owners = [] }
    override func check() { for owner in owners { owner.check() } }

    override func isNamed(_ declaration: InjectionDeclaration) -> Bool {
      declaration == injection().declaration
    }

    override func act() {
      let injection = injection()
      switch turmoil.random.next(below: 16) {
      case 0, 1: override(injection)
      case 2: injection.rollbackOverride()
      case 3: if turmoil.random.chance(3) { injection.rollbackAllOverrides() }
      case 4: clear()
      case 5: _ = (injection.debugDescription, injection.isOverridden, injection.overrideCount)
      case 6: own()
      case 7, 8, 9: owners.isEmpty ? own() : use(turmoil.random.pick(owners))
      case 10: provide(injection)
      case 11: if isRequired, OverrideScope.current != nil { injection.withdraw() }
      case 12: _ = (current, injection.isProvided)
      default: if turmoil.mayResolve(rank) { turmoil.hold(resolve()) }
      }
    }

    private func override(_ injection: Injection<Value>) {
      let (turmoil, rank, wrap, unwrap) = (turmoil, rank, wrap, unwrap)
      let (id, interruption) = turmoil.layer()
      let strategy = turmoil.random.chance(2) ? nil : turmoil.strategy(rank)
      switch turmoil.random.next(below: 4) {
      case 0:
        turmoil.keep(
          injection.override(strategy: strategy) {
            turmoil.build(rank, with: [id], holding: interruption, wrap)
          }
        )
      case 1:
        let decorator: @MainActor (borrowing Original<Value>) -> Value = { original in
          turmoil.run(rank) { turmoil.interrupt() }
          let below = original.resolve()
          if turmoil.random.chance(3) { return below }
          let parts = [unwrap(below)].compactMap(\.self)
          return withExtendedLifetime(interruption) {
            wrap(Thing(parts, [id], turmoil.interruption))
          }
        }
        turmoil.keep(injection.override(with: decorator, strategy: strategy))
      case 2:
        turmoil.keep(
          injection.override(
            changing: { _ in
              withExtendedLifetime(interruption) { turmoil.run(rank) { turmoil.interrupt() } }
            },
            strategy: strategy
          )
        )
      default:
        let others = turmoil.subjects.filter { $0.rank > rank }
          .compactMap { $0 as? Subject<Value> }
        guard !others.isEmpty else { return }
        turmoil.keep(injection.override(with: turmoil.random.pick(others).injection()))
      }
    }

    private func provide(_ injection: Injection<Value>) {
      guard isRequired, OverrideScope.current != nil else { return }
      let (turmoil, rank, wrap) = (turmoil, rank, wrap)
      let (id, interruption) = turmoil.layer(isOverride: false)
      turmoil.provide {
        injection.withdraw()
        return injection.provide(strategy: turmoil.strategy(rank)) {
          turmoil.build(rank, with: [id], holding: interruption, wrap)
        }
      }
    }

    private func own() {
      let (turmoil, injection) = (turmoil, injection())
      owners.append(
        UnrulyOwner(turmoil.interruption) {
          turmoil.interrupt()
          return injection
        }
      )
      if owners.count > 6 { turmoil.drop(owners.remove(at: turmoil.random.next(below: 6))) }
    }

    private func use(_ owner: UnrulyOwner<Value>) {
      guard !owner.isWritten else { return }
      switch turmoil.random.next(below: 8) {
      case 0: owner.assign { $0.value = wrap(Thing([], [], turmoil.interruption)) }
      case 1: owner.assign { $0.$value.reset() }
      case 2: owner.assign { $0.weakValue = wrap(Thing([], [], turmoil.interruption)) }
      case 3: owner.assign { $0.weakValue = nil }
      case 4: owner.assign { $0.$weakValue.reset() }
      case 5: _ = owner.$value.customMirror
      case 6: if turmoil.mayResolve(rank) { _ = owner.weakValue }
      default: if turmoil.mayResolve(rank) { turmoil.hold(unwrap(owner.value)) }
      }
    }
  }
}

/// Consumes an injection in both ways.
///
/// While a property is written, nothing else may use it, as everywhere in Swift.
@MainActor final class UnrulyOwner<Value> {
  @Instance var value: Value
  @WeakInstance var weakValue: Value?
  private(set) var isWritten = false
  private let farewell: Interruption

  init(_ farewell: Interruption, _ injection: @escaping @MainActor () -> Injection<Value>) {
    _value = Instance(injection())
    _weakValue = WeakInstance(injection())
    self.farewell = farewell
  }

  func assign(_ write: (UnrulyOwner) -> Void) {
    isWritten = true
    write(self)
    isWritten = false
  }

  func check() {
    let (consumer, weakConsumer) = (_value.consumer, _weakValue.consumer)
    precondition(!consumer.isBeingRead && !weakConsumer.isBeingRead, "A read has not ended.")
    precondition(consumer.isHolding == (consumer.pin != nil), "What is held is not pinned.")
    precondition(!weakConsumer.isHolding && weakConsumer.box == nil, "A weak consumer holds.")
  }
}
