/// The key of a family's injection, whatever its type is.
@MainActor
@usableFromInline
class AnyKey {
  nonisolated init() {}

  /// The key in words, as declarations show it.
  var name: String { "" }
  var hash: Int { 0 }
  func isEqual(to other: AnyKey) -> Bool { false }
}

@MainActor
final class FamilyKey<Key: Hashable>: AnyKey {
  let key: Key

  init(_ key: Key) {
    self.key = key
    super.init()
  }

  override var name: String { "\(key)" }
  override var hash: Int { key.hashValue }

  /// Keys of one family have one type.
  override func isEqual(to other: AnyKey) -> Bool { cast(other, to: FamilyKey.self).key == key }
}
