/// The keys of a family that are in use, with their injections.
///
/// The dictionaries call methods of keys, so all their uses are called by `Engine/FamilyKeys+Changes.swift`, as restricted code.
/// Options of a family, such as an age of keys, belong to its `Publication`, which copies of the family keep.
@MainActor final class FamilyKeys<Key: Hashable, Value> {
  /// The record of the family itself, which holds the overrides that apply to every key.
  nonisolated let family: InjectionRecord

  nonisolated let factories: KeyFactories<Key, Value>

  private(set) var records = [Key: InjectionRecord]()
  var compactionThreshold = minimumThreshold

  nonisolated init(of family: InjectionRecord, _ factories: KeyFactories<Key, Value>) {
    self.family = family
    self.factories = factories
  }

  /// Adds a record of a key, which calls methods of the key.
  func add(_ record: InjectionRecord) {
    guard case .key(let box, _, _) = record.kind else { preconditionFailure("A family has records of keys.") }
    records[key(in: box)] = record
  }

  /// Removes all records, so that the array is their only owner in the family.
  func removeAll() -> [InjectionRecord] {
    let removed = Array(records.values)
    records = [:]
    return removed
  }

  private func key(in box: AnyBox) -> Key { box.value(as: Key.self) }
}

// The code that does not depend on the types of keys and values is not generic, because generic code is larger.

extension [InjectionRecord] {
  @MainActor var cachedEntries: [CacheEntry] {
    var entries: [CacheEntry] = []
    for record in self { entries += record.globalSlot.entries.elements }
    return entries
  }
}

extension Removals {
  /// Takes all records out of an array, holds them and their slots, and returns those that have another reference, an instance or an
  /// override.
  mutating func holdAndReturnUsed(_ records: inout [InjectionRecord]) -> [InjectionRecord] {
    var used: [InjectionRecord] = []
    while var record = records.popLast() {
      let isReferenced = !isKnownUniquelyReferenced(&record)
      hold(record)
      holdWithEntries(record.globalSlot)
      if isReferenced || record.globalSlot.isInUse { used.append(record) }
    }
    return used
  }
}

#if DEBUG
extension FamilyKeys: @MainActor CustomDebugStringConvertible {
  var debugDescription: String {
    "FamilyKeys(\(family.callSite), \(records.count) keys, \(factories.separate.count) separate factories)"
  }

  /// Checks that a record is the only one of its key, which calls methods of the key.
  func checkInvariants(of record: InjectionRecord) {
    guard case .key(let box, _, _) = record.kind else { preconditionFailure("\(record) is not of a key.") }
    precondition(records[key(in: box)] === record, "\(debugDescription) has forgotten \(record), which is in use.")
  }
}
#endif
