/// What an injection is called, wherever it is spoken of.
///
/// It may outlive the injection, and keeps nothing of it.
@MainActor
@usableFromInline
final class Name {
  nonisolated let declaration: InjectionDeclaration

  /// What the family of a key is called.
  let family: Name?
  private let key: AnyHashable?

  init(of root: Root) {
    key = root.facts?.key
    family = root.family?.name
    declaration = InjectionDeclaration(
      InjectionDeclaration.Identity(
        root.type,
        root.callSite,
        owner: ObjectIdentifier(root.family ?? root),
        key: key.map { "\($0)" },
        hash: key?.hashValue ?? 0
      )
    )
  }

  /// Whether both are names of the same injection, or of equal keys of one family: a key is forgotten and
  /// comes back.
  func isSame(as other: Name) -> Bool {
    if self === other { return true }
    return key != nil && family === other.family && key == other.key
  }
}
