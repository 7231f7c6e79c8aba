import Testing
import Vial

/// An instance with the number of the test case that built it.
@MainActor final class Probe {
  let owner: Int
  let depth: Int
  let original: Probe?

  init(_ owner: Int, depth: Int = 0, original: Probe? = nil) {
    self.owner = owner
    self.depth = depth
    self.original = original
    ProbeRegistry.probes.append(ProbeRegistry.Entry(probe: self))
  }
}

/// Weak references to all probes.
@MainActor enum ProbeRegistry {
  struct Entry {
    weak let probe: Probe?
  }

  static var probes: [Entry] = []

  static var alive: Int { probes.count { $0.probe != nil } }
}

/// The owner of live instances.
///
/// No test case has this number.
let liveOwner = -1

/// The injections that all test cases share.
@MainActor enum StressInjections {
  static let strategies: [InjectionStrategy] = [.singleton, .shared, .onDemand, .shared]
  static let injections = (0..<20).map { index in
    Injection(strategy: strategies[index % 4], instance: Probe(liveOwner))
  }
  static let family = InjectionFamily<Int, Probe>(strategy: .shared) { _ in Probe(liveOwner) }

  /// Overrides all injections for one owner, and decorates the override of every fourth injection.
  static func override(for owner: Int, depth: Int = 0) {
    for (index, injection) in injections.enumerated() {
      injection.override(with: Probe(owner, depth: depth))
      guard index % 4 == 3 else { continue }
      injection.override(with: { Probe(owner, depth: depth, original: $0.resolve()) })
    }
    family.override(with: { _ in Probe(owner, depth: depth) })
  }

  /// Resolves all injections, and verifies that the owner has built the instances and their originals.
  static func check(_ owner: Int, depth: Int = 0, originals: Bool = true) {
    for (index, injection) in injections.enumerated() {
      let probe = injection.resolve()
      expect(probe.owner == owner && probe.depth == depth)
      expect((probe.original != nil) == (originals && index % 4 == 3))
      if let original = probe.original { expectEqual(original.owner, owner) }
    }
    for key in [owner, 0] {
      let probe = family.resolve(key)
      expect(probe.owner == owner && probe.depth == depth)
    }
  }
}

/// A consumer of the shared injections.
@MainActor final class StressModel {
  @Instance(StressInjections.injections[0]) var singleton
  @Instance(StressInjections.injections[1]) var shared
  @Instance(StressInjections.injections[2]) var onDemand
  @Instance(StressInjections.injections[3]) var decorated
  @Instance(StressInjections.family[7]) var keyed

  var owners: Set<Int> {
    [singleton.owner, shared.owner, onDemand.owner, decorated.owner, keyed.owner]
  }
}
