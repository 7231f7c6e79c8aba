/// What happened to some objects, in the order of time, without keeping any of them alive.
@MainActor
struct Journal<Subject: Journaled> {
  private var entries: [JournalEntry] = []
  private var removed = 0
  private var upkeep = Upkeep()

  nonisolated init() {}

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// How many entries it has memory for; what the tests of boundedness look at.
  var room: Int { entries.capacity }

  /// What was looked at, to be held until the journal's owner is in order.
  typealias Looked = [(subject: Subject, alive: Alive?)]

  mutating func note(_ subject: Subject, at moment: UInt64) -> Looked {
    entries.append(JournalEntry(subject: subject, moment: moment))
    return upkeep.isDue(at: entries.count) ? dropGone() : []
  }

  /// Whether there is but one entry, of this moment.
  func isOnly(_ moment: UInt64) -> Bool {
    entries.count == 1 && entries[0].moment == moment
  }

  /// Drops what no longer is as it was noted.
  mutating func dropGone() -> Looked {
    var looked: Looked = []
    var kept: [JournalEntry] = []
    for entry in entries where !entry.isRemoved {
      guard let object = entry.subject else { continue }
      let subject = cast(object, to: Subject.self)
      var alive: Alive?
      if subject.isAsNoted(at: entry.moment, &alive) { kept.append(entry) }
      looked.append((subject, alive))
    }
    entries = kept
    removed = 0
    upkeep.isDone(keeping: entries.count)
    return looked
  }

  /// What was noted at a moment, unless that is removed or gone.
  func subject(at moment: UInt64) -> Subject? {
    let index = firstIndex(after: moment - 1)
    guard index < entries.endIndex, entries[index].moment == moment, !entries[index].isRemoved
    else { return nil }
    guard let subject = entries[index].subject else { return nil }
    return cast(subject)
  }

  /// Takes out what was noted at a moment, in any order.
  mutating func remove(at moment: UInt64) {
    let index = firstIndex(after: moment - 1)
    guard index < entries.endIndex, entries[index].moment == moment else { return }
    entries[index].isRemoved = true
    removed += 1
    while let last = entries.indices.last, entries[last].isRemoved {
      entries.removeLast()
      removed -= 1
    }
    if removed * 2 > entries.count + 32 {
      entries.removeAll { $0.isRemoved }
      removed = 0
    }
    entries.shrink()
  }

  /// Takes out all that was noted after a moment: the end of the list.
  mutating func removeAll(after moment: UInt64) -> [Subject] {
    var subjects: [Subject] = []
    if entries.isEmpty { return subjects }
    while let last = entries.indices.last, entries[last].moment > moment {
      if let subject = entries[last].subject { subjects.append(cast(subject)) }
      entries.removeLast()
    }
    entries.shrink()
    return subjects
  }

  /// What was noted after a moment and is not removed or gone, oldest first.
  func all(after moment: UInt64 = 0) -> [(subject: Subject, moment: UInt64)] {
    var all: [(subject: Subject, moment: UInt64)] = []
    for index in firstIndex(after: moment)..<entries.endIndex where !entries[index].isRemoved {
      if let subject = entries[index].subject { all.append((cast(subject), entries[index].moment)) }
    }
    return all
  }

  private func firstIndex(after moment: UInt64) -> Int {
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].moment > moment { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// It has no type, which each look would have to find out.
private struct JournalEntry {
  weak let subject: AnyObject?
  let moment: UInt64
  var isRemoved = false
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
  func isAsNoted(at moment: UInt64, _ looked: inout Alive?) -> Bool { override(at: moment) != nil }
}
