import Testing
import Vial

/// A compaction is an operation: it releases expired instances newest first, before observers receive an event.
@MainActor struct CompactionReleaseTests {
  enum List: CaseIterable { case keys, scope }

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
  private let families = Box<[InjectionFamily<Int, Recorded>]>([])

  /// The serial numbers of deallocated instances.
  private let order = Box<[Int]>([])

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

  @Test(arguments: List.allCases)
  func observersReceiveTheEventsOfACompactionAfterAllReleases(list: List) {
    inScope(of: list) {
      _ = fill(list, expiring, 20)
      clock.advance(by: .seconds(2))
      var aliveAtRelease: [Int] = []
      let observation = Injections.observe { [counter] event in
        if case .released = event { aliveAtRelease.append(counter.alive) }
      }

      compact(list)
      observation.cancel()

      expectEqual(aliveAtRelease, Array(repeating: 0, count: 20))
    }
  }

  @Test(arguments: List.allCases)
  func compactionReleasesNewestFirst(list: List) {
    inScope(of: list) {
      var released: [Int] = []
      let injections = fill(list, expiring, 20) { released.append($0.serial) }
      clock.advance(by: .seconds(2))

      compact(list)

      expect(released == (1...20).reversed())
      expect(order.content == (1...20).reversed())
      extendLifetime(injections)
    }
  }

  @Test func flowThatIsClearedWhileAFamilyForgetsKeysHasReleasedItsInstances() {
    let aliveAfterClear = Box<Int?>(nil)
    let (counter, order, flow) = (counter, order, flow)
    let family = InjectionFamily<Int, Recorded>(strategy: .flow(flow)) { _ in Recorded(counter, order) }
      .publish(0, strategy: expiring) { Recorded(InstanceCounter(), Box([])) }
      .onRelease { _ in
        if aliveAfterClear.content != nil { return }
        aliveAfterClear.content = counter.alive
        flow.clear()
        aliveAfterClear.content = counter.alive
      }
    for key in 0...20 { _ = family.resolve(key) }
    clock.advance(by: .seconds(2))

    for key in 1_000..<1_200 { _ = family[key] }

    expectEqual(aliveAfterClear.content, 0)
    expect(order.content == (1...20).reversed())
  }

  @Test func flowThatIsClearedWhileAScopeForgetsInjectionsHasReleasedItsInstances() {
    withOverrideScope(.isolated) {
      var aliveAfterClear: Int?
      let injections = fill(.scope, .flow(flow), 20)
      let expired = Injection(strategy: expiring, instance: "").onRelease { [counter, flow] _ in
        flow.clear()
        aliveAfterClear = counter.alive
      }
      _ = expired.resolve()
      clock.advance(by: .seconds(2))

      compact(.scope)

      expectEqual(aliveAfterClear, 0)
      expect(order.content == (1...20).reversed())
      extendLifetime((injections, expired))
    }
  }
}

/// An object that records its serial number when it is deallocated.
final class Recorded {
  private let object: CountedObject
  private let order: Box<[Int]>
  var serial: Int { object.serial }

  init(_ counter: InstanceCounter, _ order: Box<[Int]>) {
    object = CountedObject(counter)
    self.order = order
  }

  deinit { order.content.append(object.serial) }
}
