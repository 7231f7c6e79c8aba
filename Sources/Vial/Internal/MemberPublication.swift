/// What makes the recipe of one key: it is covered by the family's overrides and its provider.
@MainActor
final class MemberPublication<Key: Hashable, Value>: Publication<Value> {
  private let key: Key
  private let table: Root<FamilyRecipe<Key, Value>>
  private let published: PublishedKeys<Key, Value>

  private weak var ownClaim: Claim?

  init(
    _ key: Key,
    in table: Root<FamilyRecipe<Key, Value>>,
    _ published: PublishedKeys<Key, Value>
  ) {
    self.key = key
    self.table = table
    self.published = published
  }

  override var isMemorable: Bool { false }
  override var family: AnySlot? { table }
  override var isUncovered: Bool { table.link == nil && !published.isRequired }

  override func hasKey(of root: AnySlot) -> Bool {
    guard let other = root.publication as? MemberPublication else { return false }
    return other.table === table && other.key == key
  }

  override var isClaimed: Bool { ownClaim != nil }

  override func claim(of root: AnySlot) -> AnyObject {
    if let ownClaim { return ownClaim }
    let claim = Claim(root)
    ownClaim = claim
    return claim
  }

  override var isLive: Bool { published.activeContext == nil }

  override func build(for root: Root<Value>) -> Value {
    guard let value = published.build(key) else {
      Fault.unprovided(root.declaration, published.purpose)
    }
    return value
  }

  override func ground(of root: AnySlot, in scope: OverrideScope?) -> AnySlot {
    if let newest = table.newestOverride(in: scope) { return cover(newest, root, scope) }
    return uncovered(root, scope)
  }

  /// What provides below every override of the family.
  private func uncovered(_ root: AnySlot, _ scope: OverrideScope?) -> AnySlot {
    guard published.isRequired else { return root }
    let ground = table.ground(in: scope)
    guard ground !== table else { return root }
    let provided = cover(ground, root, scope)
    guard published.activeContext != nil else { return provided }
    // In an active context its instance, for as long as what is provided would be kept.
    return Cover<Value>(.published(self), provided.lifetime, of: root) { _ in provided }
  }

  private func cover(_ layer: AnySlot, _ root: AnySlot, _ scope: OverrideScope?) -> AnySlot {
    let recipe = unsafe unsafeDowncast(layer, to: Layer<FamilyRecipe<Key, Value>>.self).recipe
    guard case .build(let make) = recipe else { return root }
    let cover = make()
    return Cover(
      cover.recipe(key),
      cover.strategy ?? lifetime(of: root, in: scope),
      of: root,
      standingFor: layer
    ) { [self] scope in
      let lower = layer.lower(in: scope)
      if layer.isOverride, !lower.isOverride { return uncovered(root, scope) }
      return lower === table ? root : self.cover(lower, root, scope)
    }
  }

  override func lifetime(of root: AnySlot, in scope: OverrideScope?) -> InjectionStrategy {
    uncovered(root, scope).lifetime
  }

  override func isProvided(_ root: AnySlot, in scope: OverrideScope?) -> Bool {
    !published.isRequired || table.ground(in: scope) !== table
  }

  override func declaration(of root: AnySlot) -> InjectionDeclaration? {
    InjectionDeclaration(
      Value.self,
      root.callSite,
      .init(owner: ObjectIdentifier(table), key: "\(key)", hash: key.hashValue)
    )
  }

  override func account(of root: AnySlot, in scope: OverrideScope?) -> [String] {
    if let context = published.activeContext { return ["published for the context \(context)"] }
    guard published.isRequired else { return [] }
    let ground = uncovered(root, scope)
    if ground === root { return ["not provided: \(published.purpose)"] }
    return root.account(of: ground, "provided at \(ground.callSite)", in: scope)
  }
}

/// What scopes hold of a key that they have slots of: while it is there, the family does not forget the key.
private final class Claim {
  let root: AnySlot

  init(_ root: AnySlot) {
    self.root = root
  }
}
