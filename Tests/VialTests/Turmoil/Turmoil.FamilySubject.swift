@testable import Vial

extension Turmoil {
  final class FamilySubject: Subject<Thing> {
    private let family: InjectionFamily<UnrulyKey, Thing>
    private let isRequired: Bool
    private let key: @MainActor () -> UnrulyKey

    init(_ turmoil: Turmoil, _ rank: Int, isRequired: Bool) {
      let family = Self.publish(turmoil, rank, isRequired: isRequired)
      let key: @MainActor () -> UnrulyKey = {
        UnrulyKey(turmoil.random.next(below: 80), turmoil)
      }
      self.family = family
      self.isRequired = isRequired
      self.key = key
      super.init(
        turmoil,
        rank,
        isRequired: false,
        { family[key()] },
        wrap: { $0 },
        unwrap: { $0 }
      )
    }

    private static func publish(
      _ turmoil: Turmoil,
      _ rank: Int,
      isRequired: Bool
    ) -> InjectionFamily<UnrulyKey, Thing> {
      let build: @MainActor (UnrulyKey) -> Thing = { _ in turmoil.build(rank) { $0 } }
      let strategy = turmoil.strategy(rank)
      return InjectionFamily(strategy: strategy, build)
    }

    override func clear() { family.clear() }
    override func allow() { turmoil.random.chance(2) ? family.allowLiveInScope() : super.allow() }

    override func isNamed(_ declaration: InjectionDeclaration) -> Bool {
      declaration.lasting === family.table.declaration
    }

    override func act() {
      switch turmoil.random.next(below: 16) {
      case 0: override()
      case 1: family.rollbackOverride()
      case 2: if turmoil.random.chance(3) { family.rollbackAllOverrides() }
      case 3: clear()
      case 4: _ = (family.isOverridden, family.overrideCount)
      case 8: for _ in 0..<20 where turmoil.mayResolve(rank) { turmoil.hold(resolve()) }
      default: super.act()
      }
    }

    private func override() {
      let (turmoil, rank) = (turmoil, rank)
      let (id, interruption) = turmoil.layer()
      let strategy = turmoil.random.chance(2) ? nil : turmoil.strategy(rank)
      switch turmoil.random.next(below: 3) {
      case 0:
        turmoil.keep(
          family.override(
            with: { _ in turmoil.build(rank, with: [id], holding: interruption) { $0 } },
            strategy: strategy
          )
        )
      case 1:
        turmoil.keep(
          family.override(
            with: { (_: UnrulyKey, original: borrowing Original<Thing>) -> Thing in
              turmoil.run(rank) { turmoil.interrupt() }
              let below = original.resolve()
              return withExtendedLifetime(interruption) {
                Thing([below], [id], turmoil.interruption)
              }
            },
            strategy: strategy
          )
        )
      default:
        let others = turmoil.subjects.filter { $0.rank > rank }
          .compactMap { $0 as? FamilySubject }
        guard !others.isEmpty else { return }
        let other = turmoil.random.pick(others).family
        turmoil.keep(family.override(with: { key in other.resolve(key) }, strategy: .onDemand))
      }
    }
  }
}
