import Testing
import Vial

/// A compaction is an operation: it releases expired instances newest first, before observers receive an event.
@MainActor struct CompactionReleaseTests {
  private enum List: CaseIterable { case keys, scope }

  private let counter = InstanceCounter()
  private let clock = ManualClock()
  private let flow = InjectionFlow("flow")

  private var expiring: InjectionStrategy { .expiring(after: .seconds(1), clock: clock) }

  /// Caches instances in the list of a family or of a scope.
  private func fill(
    _ list: List,
    _ strategy: InjectionStrategy,
    _ count: Int,
    onRelease action: @escaping @MainActor (Recorded) -> Void = { _ in }
  ) -> [Injection<Recorded>] {
    switch list {
    case .keys:
      let family = InjectionFamily<Int, Recorded>(strategy: strategy) { [counter, order] _ in Recorded(counter, order) }
        .onRelease(action)
      families.content.append(family)
      for key in 0..<count { _ = family.resolve(key) }
      return []
    case .scope:
      return (0..<count).map { [counter, order] _ in
        let injection = Injection(strategy: strategy) { Recorded(counter, order) }.onRelease(action)
        _ = injection.resolve()
        return injection
      }
    }
  }

  /// The families that were filled, which own the instances of their keys.
  private let families = Variable<[InjectionFamily<Int, Recorded>]>([])

  /// The serial numbers of deallocated instances.
  private let order = Variable<[Int]>([])

  /// Grows a list until it is compacted, without caching an instance.
  private func compact(_ list: List) {
    switch list {
    case .keys: for family in families.content { for key in 1_000..<1_200 { _ = family[key] } }
    case .scope:
      for number in 0..<200 { Injection(strategy: .singleton, instance: number).override(with: 1).rollback() }
    }
  }

  /// Runs a test in a scope, or outside every scope, where a family owns the instances of its keys.
  private func inScope(of list: List, _ body: @MainActor () -> Void) {
    if list == .scope { withOverrideScope(.isolated) { body() } } else { body() }
  }

  @Test func compactionReleasesNewestFirstBeforeObserversReceiveItsEvents() {
    for list in List.allCases {
      order.content = []
      inScope(of: list) {
        var released: [Int] = []
        var aliveAtEvent: [Int] = []
        let first = counter.built + 1
        let injections = fill(list, expiring, 20) { released.append($0.serial) }
        clock.advance(by: .seconds(2))
        let observation = Injections.observe { [counter] event in
          if case .released = event { aliveAtEvent.append(counter.alive) }
        }

        compact(list)
        observation.cancel()

        expectEqual(released, (first..<first + 20).reversed(), "\(list)")
        expectEqual(order.content, (first..<first + 20).reversed(), "\(list)")
        expectEqual(aliveAtEvent, Array(repeating: 0, count: 20), "\(list)")
        extendLifetime(injections)
      }
    }
  }

  /// The release action of the first instance that expires clears the flow of the others.
  @Test func flowThatIsClearedDuringACompactionHasReleasedItsInstances() {
    for list in List.allCases {
      order.content = []
      let aliveAfterClear = Variable<Int?>(nil)
      let clear: @MainActor () -> Void = { [counter, flow] in
        if aliveAfterClear.content != nil { return }
        aliveAfterClear.content = counter.alive
        flow.clear()
        aliveAfterClear.content = counter.alive
      }
      inScope(of: list) {
        let first = counter.built + 1
        switch list {
        case .scope:
          let expired = Injection(strategy: expiring, instance: "").onRelease { _ in clear() }
          let injections = fill(list, .flow(flow), 20)
          _ = expired.resolve()
          clock.advance(by: .seconds(2))
          compact(list)
          extendLifetime((injections, expired))
        case .keys:
          let family = InjectionFamily<Int, Recorded>(strategy: .flow(flow)) { [counter, order] _ in
            Recorded(counter, order)
          }
          .publish(0, strategy: expiring) { Recorded(InstanceCounter(), Variable([])) }
          .onRelease { _ in clear() }
          families.content = [family]
          for key in 0...20 { _ = family.resolve(key) }
          clock.advance(by: .seconds(2))
          compact(list)
        }
        expectEqual(aliveAfterClear.content, 0, "\(list)")
        expectEqual(order.content, (first..<first + 20).reversed(), "\(list)")
      }
    }
  }
}

/// An object that records its serial number when it is deallocated.
final class Recorded {
  private let object: CountedObject
  private let order: Variable<[Int]>
  var serial: Int { object.serial }

  init(_ counter: InstanceCounter, _ order: Variable<[Int]>) {
    object = CountedObject(counter)
    self.order = order
  }

  deinit { order.content.append(object.serial) }
}
