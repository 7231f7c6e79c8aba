/// The factory of a family, and the factories of single keys.
@MainActor final class KeyFactories<Key: Hashable, Value> {
  /// The factory of a single key, and its strategy; `nil` for the strategy of the family.
  typealias KeyFactory = (strategy: InjectionStrategy?, factory: @MainActor () -> Value)

  let common: @MainActor (Key) -> Value
  var separate = [Key: KeyFactory]()

  nonisolated init(_ common: @escaping @MainActor (Key) -> Value) { self.common = common }

  func copy() -> KeyFactories {
    let copy = KeyFactories(common)
    copy.separate = separate
    return copy
  }
}

#if DEBUG
extension KeyFactories: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "KeyFactories(\(separate.count) separate factories)" }
}
#endif
