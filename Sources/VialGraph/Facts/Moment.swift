/// When code runs, seen from the code that contains it, and what decides whether it runs.
///
/// The two questions are independent: a branch in a closure that is called later runs later, and perhaps.
struct Moment: Hashable {
  enum When: String, Codable, Comparable, CaseIterable {
    /// When the code around it runs, so for a dependency: when an instance of the user is built.
    case build

    /// At the first read of a consumer.
    case firstRead

    /// In a closure or a method that is called later.
    case later

    static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  let when: When

  /// The ways to the code, each with the doubts on the way, outermost first.
  ///
  /// A way without doubts is certain.
  let ways: [[Doubt]]

  static let now = Moment(.build)
  static let firstRead = Moment(.firstRead)
  static let later = Moment(.later)

  init(_ when: When, _ doubts: [Doubt] = []) { self.init(when, [doubts]) }

  private init(_ when: When, _ ways: [[Doubt]]) {
    self.when = when
    self.ways = ways
  }

  static func perhaps(_ kind: Doubt.Kind = .branch, at place: Location) -> Moment {
    Moment(.build, [Doubt(kind: kind, place: place)])
  }

  var isCertain: Bool { ways.contains([]) }
  var isNow: Bool { when == .build }

  /// The strongest doubt on the way with the weakest doubts, or `nil` if the code certainly runs.
  var doubt: Doubt.Kind? { isCertain ? nil : ways.compactMap { $0.map(\.kind).max() }.min() }

  /// Whether no doubt of the best way is stronger than a kind.
  func isCertain(apartFrom kind: Doubt.Kind) -> Bool { doubt.map { $0 <= kind } ?? true }

  /// The position among other moments: early and certain ones are first.
  var order: Int {
    let kinds: [Doubt.Kind?] = [nil, .exit, .branch, .implementation]
    return (When.allCases.firstIndex(of: when) ?? 0) * kinds.count + (kinds.firstIndex(of: doubt) ?? 0)
  }
}

// MARK: - Combination

extension Moment {
  /// The moment of code that runs at another moment, seen from the code that runs at this one.
  func then(_ other: Moment) -> Moment {
    if other.ways == [[]] { return Moment(max(when, other.when), ways) }
    let joined = ways.flatMap { way in other.ways.map { way + $0.filter { !way.contains($0) } } }
    return Moment(max(when, other.when), Self.simplified(joined))
  }

  /// The moment of code to which two ways lead: the earlier one, and certain if one of the ways is certainly taken.
  func or(_ other: Moment) -> Moment {
    if when != other.when { return when < other.when ? self : other }
    let new = other.ways.filter { way in !ways.contains { $0.isPart(of: way) } }
    return new.isEmpty ? self : Moment(when, Self.simplified(ways + new))
  }

  /// The moment if code with some doubts is known to run.
  func given(_ known: [Doubt]) -> Moment {
    let excluded = Set(known.flatMap(\.alternatives).joined())
    let possible = ways.filter { $0.allSatisfy { !excluded.contains($0) } }
    return Moment(when, Self.simplified(possible.map { way in way.filter { !known.contains($0) } }))
  }

  /// The moment without the doubts whether code before leaves a function.
  var withoutExits: Moment { given(ways.joined().filter { $0.kind == .exit }) }

  /// Joins ways through all branches of an `if` or a `switch`, or through a branch that leaves and the code after it, and
  /// removes ways with more doubts than another one.
  private static func simplified(_ ways: [[Doubt]]) -> [[Doubt]] {
    if ways.count < 2 { return ways }
    // Only different doubts at one place can be alternatives.
    var known: [Location: Doubt] = [:]
    var places: Set<Location> = []
    for doubt in ways.joined() {
      if let other = known.updateValue(doubt, forKey: doubt.place), other != doubt { places.insert(doubt.place) }
    }
    if places.isEmpty { return essential(ways) }
    var ways = ways
    var position = 0
    while position < ways.count {
      let way = ways[position]
      for doubt in way where places.contains(doubt.place) {
        let rest = way.filter { $0 != doubt }
        let isComplete = doubt.alternatives.contains { others in
          others.allSatisfy { other in ways.contains { $0.isPart(of: rest + [other]) } }
        }
        if isComplete, !ways.contains(rest) { ways.append(rest) }
      }
      position += 1
    }
    return essential(ways)
  }

  /// The ways that no other way makes superfluous.
  ///
  /// Each way costs time wherever it leads. Only ways that differ in the branches of an `if` or a `switch` can be joined, so
  /// of ways that differ otherwise a few are enough.
  private static func essential(_ ways: [[Doubt]]) -> [[Doubt]] {
    var kept: [[Doubt]] = []
    var others: Set<Set<Doubt>> = []
    for way in ways.sorted(by: { $0.count < $1.count }) where !kept.contains(where: { $0.isPart(of: way) }) {
      let isOfImplementation = way.contains { $0.kind == .implementation }
      others.insert(isOfImplementation ? [] : Set(way.filter { $0.branches == nil || $0.kind == .exit }))
      let isNew = !isOfImplementation || !kept.contains { $0.contains { $0.kind == .implementation } }
      if isNew, others.count <= 4, kept.count < 12 { kept.append(way) }
    }
    return kept
  }
}

extension [Doubt] {
  /// Whether another way has all of these doubts.
  fileprivate func isPart(of way: [Doubt]) -> Bool { count <= way.count && allSatisfy(way.contains) }
}
