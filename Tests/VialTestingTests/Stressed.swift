import Testing
import Vial

/// An instance that knows for whom it was built.
@MainActor final class Probe {
  let owner: Int
  let depth: Int
  let original: Probe?

  init(_ owner: Int, depth: Int = 0, original: Probe? = nil) {
    self.owner = owner
    self.depth = depth
    self.original = original
    Census.probes.append(Census.Entry(probe: self))
  }
}

/// Every instance that the stress has built, held weakly.
@MainActor enum Census {
  struct Entry {
    weak let probe: Probe?
  }

  static var probes: [Entry] = []

  static var alive: Int { probes.count { $0.probe != nil } }
}

/// The owner of what is built outside every scope; no test may see it.
let nobody = -1

/// The injections that all cases of the stress share.
@MainActor enum Stressed {
  static let strategies: [InjectionStrategy] = [.singleton, .shared, .onDemand, .shared]
  static let injections = (0..<20).map { index in
    Injection(strategy: strategies[index % 4], instance: Probe(nobody))
  }
  static let family = InjectionFamily<Int, Probe>(strategy: .shared) { _ in Probe(nobody) }

  /// Overrides everything for one owner; a quarter of the injections with a decorator on top.
  static func override(for owner: Int, depth: Int = 0) {
    for (index, injection) in injections.enumerated() {
      injection.override(with: Probe(owner, depth: depth))
      guard index % 4 == 3 else { continue }
      injection.override(with: { Probe(owner, depth: depth, original: $0.resolve()) })
    }
    family.override(with: { _ in Probe(owner, depth: depth) })
  }

  /// Resolves everything; each instance has to be the owner's, down to the originals.
  static func check(_ owner: Int, depth: Int = 0, originals: Bool = true) {
    for (index, injection) in injections.enumerated() {
      let probe = injection.resolve()
      #expect(probe.owner == owner && probe.depth == depth)
      #expect((probe.original != nil) == (originals && index % 4 == 3))
      if let original = probe.original { #expect(original.owner == owner) }
    }
    for key in [owner, 0] {
      let probe = family.resolve(key)
      #expect(probe.owner == owner && probe.depth == depth)
    }
  }
}

/// A consumer of the stressed injections, read late.
@MainActor final class StressedModel {
  @Instance(Stressed.injections[0]) var singleton
  @Instance(Stressed.injections[1]) var shared
  @Instance(Stressed.injections[2]) var onDemand
  @Instance(Stressed.injections[3]) var decorated
  @Instance(Stressed.family[7]) var keyed

  var owners: Set<Int> {
    [singleton.owner, shared.owner, onDemand.owner, decorated.owner, keyed.owner]
  }
}
