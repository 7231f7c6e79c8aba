/// What an injection is called, wherever it is spoken of.
///
/// It may outlive the injection, and keeps nothing of it.
@MainActor
@usableFromInline
final class Name {
  nonisolated let declaration: InjectionDeclaration

  /// What the family of a key is called.
  let family: Name?
  private let key: AnyKey?

  init(of root: Root) {
    key = root.facts?.key
    family = root.family?.name
    let owner = ObjectIdentifier(root.family ?? root)
    declaration = InjectionDeclaration(
      root.type,
      root.callSite,
      InjectionDeclaration.Identity(owner: owner, key: key?.name, hash: key?.hash ?? 0)
    )
  }

  /// Whether both are names of the same injection, or of equal keys of one family: a key is forgotten and
  /// comes back.
  func isSame(as other: Name) -> Bool {
    if self === other { return true }
    guard let key, let otherKey = other.key else { return false }
    return family === other.family && key.isEqual(to: otherKey)
  }
}
