/// A strategy, as the reference model represents it.
enum Lifetime {
  case onDemand, shared, singleton
  case flow(Int)
  /// Valid until the clock advances, optionally within a flow.
  case cached(clock: Int, flow: Int?)
  /// Valid for this number of resolves after the first.
  case uses(Int)

  var flow: Int? {
    switch self {
    case .flow(let flow): flow
    case .cached(_, let flow): flow
    case .onDemand, .shared, .singleton, .uses: nil
    }
  }

  /// Whether the cache retains the instances, so that an injection can have a release action.
  var ownsInstances: Bool {
    switch self {
    case .onDemand, .shared: false
    case .singleton, .flow, .cached, .uses: true
    }
  }
}

extension Lifetime {
  static func draw(_ random: inout SplitMix, owningInstances isOwner: Bool, withChecks: Bool) -> Lifetime {
    var all: [Lifetime] = [.singleton, .flow(0), .flow(1)]
    if !isOwner { all += [.onDemand, .shared, .shared, .shared] }
    if withChecks {
      let flow = random.next(below: 3)
      all.append(.cached(clock: random.next(below: 2), flow: flow < 2 ? flow : nil))
      all.append(.cached(clock: random.next(below: 2), flow: nil))
      all.append(.uses(1 + random.next(below: 3)))
    }
    return random.pick(all)
  }
}
