/// What happened to some objects, in the order of time, without keeping any of them alive.
@MainActor
struct Journal<Subject: Journaled> {
  private var entries = Pile<JournalEntry>()
  private var upkeep = Upkeep()

  nonisolated init() {}

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// How many entries it has memory for; what the tests of boundedness look at.
  var room: Int { entries.room }

  /// What was looked at, to be held until the journal's owner is in order.
  typealias Looked = [(subject: Subject, alive: Alive?)]

  mutating func note(_ subject: Subject, at moment: UInt64) -> Looked {
    entries.push(JournalEntry(subject: subject, moment: moment))
    return upkeep.isDue(at: entries.count) ? dropGone() : []
  }

  /// Drops what no longer is as it was noted.
  mutating func dropGone() -> Looked {
    var looked: Looked = []
    var kept = Pile<JournalEntry>()
    for entry in entries.all() {
      guard let object = entry.subject else { continue }
      let subject = cast(object, to: Subject.self)
      var alive: Alive?
      if subject.isAsNoted(at: entry.moment, &alive) { kept.push(entry) }
      looked.append((subject, alive))
    }
    entries = kept
    upkeep.isDone(keeping: entries.count)
    return looked
  }

  func subject(at moment: UInt64) -> Subject? {
    guard let object = entries.element(at: moment)?.subject else { return nil }
    return cast(object)
  }

  mutating func remove(at moment: UInt64) -> Subject? {
    guard let object = entries.remove(at: moment)?.subject else { return nil }
    return cast(object)
  }

  /// Takes out all that was noted after a moment.
  mutating func takeAll(after moment: UInt64) -> [(subject: Subject, moment: UInt64)] {
    guard entries.moment > moment else { return [] }
    let taken = all(after: moment)
    entries.removeAll(after: moment)
    return taken
  }

  /// What was noted after a moment and is not gone, oldest first.
  func all(after moment: UInt64 = 0) -> [(subject: Subject, moment: UInt64)] {
    var all: [(subject: Subject, moment: UInt64)] = []
    for entry in entries.all(after: moment) {
      if let subject = entry.subject { all.append((cast(subject), entry.moment)) }
    }
    return all
  }
}

/// It has no type, which each look would have to find out.
private struct JournalEntry: Timed {
  weak let subject: AnyObject?
  let moment: UInt64
}

/// What a journal speaks of.
@MainActor
protocol Journaled: AnyObject {
  /// Whether it still is what it was at a moment, and what had to be looked at for that.
  func isAsNoted(at moment: UInt64, _ looked: inout Alive?) -> Bool
}

extension Slot: Journaled {
  final func isAsNoted(at moment: UInt64, _ looked: inout Alive?) -> Bool {
    looked = alive(asking: false)
    return filled == moment && looked != nil
  }
}

extension Stack: Journaled {
  func isAsNoted(at moment: UInt64, _ looked: inout Alive?) -> Bool {
    overrides.element(at: moment) != nil
  }
}
