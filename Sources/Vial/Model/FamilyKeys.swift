/// The keys of a family that are in use, with their injections.
///
/// `Engine/FamilyKeys+Changes.swift` contains all uses of the dictionaries, because they call methods of keys.
@MainActor final class FamilyKeys<Key: Hashable, Value>: Compactable {
  /// The record of the family itself, which holds the overrides that apply to every key.
  nonisolated let family: InjectionRecord

  nonisolated let factories: KeyFactories<Key, Value>

  private(set) var records = [Key: InjectionRecord]()
  var capacity = minimumCapacity

  nonisolated init(of family: InjectionRecord, _ factories: KeyFactories<Key, Value>) {
    self.family = family
    self.factories = factories
  }

  var count: Int { records.count }

  var instances: [CacheEntry] {
    var instances: [CacheEntry] = []
    for record in records.values { instances += record.globalSlot.entries.elements }
    return instances
  }

  func add(_ record: InjectionRecord, for key: Key) {
    assert(!isFull, "The family \(family.callSite) has no room for another key.")
    records[key] = record
  }

  /// Forgets the keys whose record has no other reference, and that have neither an instance nor an override.
  func dropUnused(_ removals: inout Removals) {
    var used = [Key: InjectionRecord]()
    var index = records.startIndex
    while index != records.endIndex {
      // The dictionary has to be the only owner of an unused record, so no variable may refer to it yet.
      let isReferenced = !isKnownUniquelyReferenced(&records.values[index])
      let (key, record) = records[index]
      removals.hold(record)
      let isInUse = record.globalSlot.holdAndCheckUse(&removals)
      if isReferenced || isInUse { used[key] = record }
      records.formIndex(after: &index)
    }
    records = used
  }
}

#if DEBUG
extension FamilyKeys: @MainActor CustomDebugStringConvertible {
  var debugDescription: String {
    "FamilyKeys(\(family.callSite), \(records.count) keys, \(factories.separate.count) separate factories)"
  }
}
#endif
