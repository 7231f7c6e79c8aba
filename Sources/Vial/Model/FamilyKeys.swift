/// The keys of a family that are in use, with their injections.
///
/// The dictionaries call methods of keys, so only `Engine/FamilyKeys+Changes.swift` searches and changes them, also through `add`
/// and `dropUnused`, as restricted code.
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
    Array(records.values).instances
  }

  func add(_ record: InjectionRecord, for key: Key) {
    assert(!isFull, "The family \(family.callSite) has no room for another key.")
    records[key] = record
  }

  /// Forgets the keys whose record has no other reference, and that have neither an instance nor an override.
  @inline(never) func dropUnused(_ removals: inout Removals) {
    var candidates = Array(records.values)
    // The array has to be the only owner of an unused record.
    records = [:]
    for record in removals.holdAndReturnUsed(&candidates) {
      guard case .key(let key, _, _) = record.kind else { preconditionFailure("A family has records of keys.") }
      records[cast(key, to: Box<Key>.self).value] = record
    }
  }
}

// The code that does not depend on the types of keys and values is not generic, because generic code is larger.

extension [InjectionRecord] {
  @MainActor fileprivate var instances: [CacheEntry] {
    var instances: [CacheEntry] = []
    for record in self { instances += record.globalSlot.entries.elements }
    return instances
  }
}

extension Removals {
  /// Takes all records out of an array and holds them, and returns those that have another reference, an instance or an override.
  fileprivate mutating func holdAndReturnUsed(_ records: inout [InjectionRecord]) -> [InjectionRecord] {
    var used: [InjectionRecord] = []
    while var record = records.popLast() {
      let isReferenced = !isKnownUniquelyReferenced(&record)
      hold(record)
      let isInUse = record.globalSlot.holdAndCheckUse(&self)
      if isReferenced || isInUse { used.append(record) }
    }
    return used
  }
}

#if DEBUG
extension FamilyKeys: @MainActor CustomDebugStringConvertible {
  var debugDescription: String {
    "FamilyKeys(\(family.callSite), \(records.count) keys, \(factories.separate.count) separate factories)"
  }
}
#endif
