/// What an injection is called, wherever it is spoken of.
///
/// It may outlive the injection, and keeps nothing of it but its key.
@MainActor @usableFromInline final class Name {
  nonisolated let type: Any.Type
  nonisolated let callSite: CallSite

  /// What the family of a key is called.
  nonisolated let family: Name?
  private let key: AnyHashable?

  /// The key in words, and its hash: what can be compared on every thread.
  nonisolated let keyText: String?
  nonisolated let keyHash: Int

  init(of root: Root) {
    type = root.type
    callSite = root.callSite
    family = root.family?.name
    key = root.facts?.key
    keyText = key.map { "\($0)" }
    keyHash = key?.hashValue ?? 0
  }

  nonisolated var declaration: InjectionDeclaration { InjectionDeclaration(name: self) }

  /// The name that stays the same: that of a key's family, because keys are forgotten and come back.
  nonisolated var lasting: Name { family ?? self }

  /// Whether both are names of the same injection, or of equal keys of one family.
  func isSame(as other: Name) -> Bool {
    self === other || key != nil && family === other.family && key == other.key
  }
}
