// The dictionaries of a family call methods of keys, so their uses run as restricted code.

extension FamilyKeys {
  /// Returns the injection of a key, which is created if it does not exist.
  func findOrAddRecord(of key: Key) -> InjectionRecord {
    assertMainActor()
    let known = Engine.runRestricted(.keyMethod(of: family)) { records[key] }
    return known ?? Engine.change { removals in addRecord(of: key, &removals) }
  }

  private func addRecord(of key: Key, _ removals: inout Removals) -> InjectionRecord {
    let record = makeRecord(of: key)
    Engine.makeRoom(in: self, &removals)
    Engine.runRestricted(.keyMethod(of: family)) { add(record) }
    #if DEBUG
    family.familyState?.checkKey = { [weak self] record in self?.check(record) }
    #endif
    return record
  }

  private func makeRecord(of key: Key) -> InjectionRecord {
    let factory = Factory<Value>.build { [factories, family] in
      factories.separate(for: key, in: family)?.factory() ?? factories.common(key)
    }
    let provider = TypedProvider(publishing: factory, at: family.callSite)
    let strategy = factories.separate(for: key, in: family)?.strategy ?? family.strategy
    return InjectionRecord(.key(Box(key), of: family, provider), Value.self, strategy, family.publication)
  }

  /// Publishes the factory of one key.
  func publish(_ key: Key, _ factory: KeyFactories<Key, Value>.KeyFactory) {
    // The result is the replaced factory, which may own objects whose deinitializers use injections.
    Engine.change { _ in
      Engine.runRestricted(.keyMethod(of: family)) { factories.separate.updateValue(factory, forKey: key) }
    }
  }
}

extension FamilyKeys: Compactable {
  var count: Int { records.count }

  var cachedEntries: [CacheEntry] { Array(records.values).cachedEntries }

  /// Forgets the keys whose record has no other reference, and that have neither an instance nor an override.
  func dropUnused(_ removals: inout Removals) {
    var candidates = removeAll()
    let used = removals.holdAndReturnUsed(&candidates)
    Engine.runRestricted(.keyMethod(of: family)) {
      for record in used { add(record) }
    }
  }
}

#if DEBUG
extension FamilyKeys {
  private func check(_ record: InjectionRecord) {
    Engine.runRestricted(.keyMethod(of: family)) { checkInvariants(of: record) }
  }
}
#endif

extension KeyFactories {
  /// The factory of a single key of a family, if there is one.
  fileprivate func separate(for key: Key, in family: InjectionRecord) -> KeyFactory? {
    Engine.runRestricted(.keyMethod(of: family)) { separate[key] }
  }
}
