// What a scope sees of other places: their overrides, and the instances that they keep.

extension OverrideScope {
  /// What a new scope sees beside its own place, innermost first (rule 21).
  nonisolated static func seen(by kind: Kind, in parent: OverrideScope) -> [OverrideScope] {
    switch kind {
    case .inheriting: parent.places
    case .isolated: []
    }
  }

  /// The same of a test's scope.
  ///
  /// Without a kind it sees the scopes of the tests around it and nothing else; an inheriting one sees
  /// everything, whatever the scopes around it see.
  static func seen(byTestOf kind: Kind?, in parent: OverrideScope) -> [OverrideScope] {
    switch kind {
    case .isolated: []
    case .inheriting: parent.andThoseAround
    case nil: parent.places.filter { $0.testName != nil }
    }
  }

  /// The scope, and those that it was made in.
  var andThoseAround: [OverrideScope] { [self] + (parent?.andThoseAround ?? []) }

  // MARK: Overrides

  /// The places whose overrides it sees, its own first; a rollback in any of them forgets what it fills.
  nonisolated var places: [OverrideScope] { isOutside ? Self.outsideAlone : [self] + outward }

  /// Most scopes are opened outside, and list nothing else: an array less for each.
  private nonisolated static let outsideAlone = [outside]

  /// Whether it sees the overrides of the place with a serial number.
  nonisolated func sees(_ place: UInt64) -> Bool {
    serial == place || outward.contains { $0.serial == place }
  }

  /// What the nearest place has whose overrides it sees.
  func nearest<Found>(_ find: (OverrideScope) -> Found?) -> Found? {
    if let found = find(self) { return found }
    for outer in outward {
      if let found = find(outer) { return found }
    }
    return nil
  }

  // MARK: Instances

  /// The places whose instances it provides again, and which it clears.
  ///
  /// They are those whose overrides it sees, and a question of their own: a kind of scope might see overrides and
  /// reuse nothing.
  nonisolated var lenders: [OverrideScope] { places }

  /// What the nearest place has whose instances it provides again.
  func nearestLender<Found>(_ find: (OverrideScope) -> Found?) -> Found? { nearest(find) }

  // MARK: What every kind of scope has from those that it was made in

  // Strictness is handed on when a scope is made, and what may be live is asked in `Strictness.swift`.

  /// What the nearest of them has, its own place first: provisions, and where one was withdrawn.
  func nearestAround<Found>(_ find: (OverrideScope) -> Found?) -> Found? {
    find(self) ?? parent?.nearestAround(find)
  }

  /// The test that runs here.
  nonisolated var test: String? { testName ?? parent?.test }
}
