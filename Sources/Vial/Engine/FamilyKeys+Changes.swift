// The dictionaries of a family call methods of keys, so their uses run as restricted code.

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
}

extension KeyFactories {
  /// The factory of a single key of a family, if there is one.
  fileprivate func separate(for key: Key, in family: InjectionRecord) -> KeyFactory? {
    Engine.runRestricted(.keyMethod(of: family)) { separate[key] }
  }
}
