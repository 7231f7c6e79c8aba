// The keys of a family are restricted code, because the dictionaries call their methods.

extension FamilyKeys {
  /// Returns the injection of a key, which is created if it does not exist.
  func record(of key: Key) -> InjectionRecord {
    assertMainActor()
    let known = Engine.runRestricted(.keyMethod(of: family)) { records[key] }
    return known ?? Engine.change { removals in addRecord(of: key, &removals) }
  }

  private func addRecord(of key: Key, _ removals: inout Removals) -> InjectionRecord {
    let record = makeRecord(of: key)
    Engine.runRestricted(.keyMethod(of: family)) { [self] in
      Engine.makeRoom(in: self, &removals)
      add(record, for: key)
    }
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

  /// Evicts the instances of all keys that a scope caches or reuses.
  ///
  /// The cost is proportional to the number of keys in the global scope, and of slots in another one.
  func clear(in scope: OverrideScope) {
    Engine.change { removals in
      for reusedScope in scope.reusedScopes {
        if reusedScope.isGlobal {
          for record in records.values { record.globalSlot.evictAll(&removals) }
        }
        for slot in reusedScope.slots.values where slot.record?.family === family { slot.evictAll(&removals) }
      }
    }
  }
}

extension KeyFactories {
  /// The factory of a single key of a family, if there is one.
  fileprivate func separate(for key: Key, in family: InjectionRecord) -> KeyFactory? {
    Engine.runRestricted(.keyMethod(of: family)) { separate[key] }
  }
}
