/// What makes the recipe of one key: it is covered by the family's overrides and its provider.
@MainActor
final class MemberPublication<Key: Hashable, Value>: Publication<Value> {
  private let key: Key
  private let table: Root<FamilyRecipe<Key, Value>>
  private let family: FamilyPublication<Key, Value>
  private let published: PublishedKeys<Key, Value>

  private final class Claim {}
  private var ownClaim = Claim()

  init(
    _ key: Key,
    of family: FamilyPublication<Key, Value>,
    in table: Root<FamilyRecipe<Key, Value>>,
    _ published: PublishedKeys<Key, Value>
  ) {
    self.key = key
    self.family = family
    self.table = table
    self.published = published
  }

  override var isCoverable: Bool { true }
  override var isMemorable: Bool { false }
  override var claim: AnyObject? { ownClaim }
  override var isClaimed: Bool { !isKnownUniquelyReferenced(&ownClaim) }
  override var isLive: Bool { published.activeContext == nil }

  override func build(for root: Root<Value>) -> Value {
    guard let value = published.build(key) else {
      Fault.unprovided(root.declaration, family.purpose)
    }
    return value
  }

  override func ground(of root: AnySlot, in scope: OverrideScope?) -> AnySlot {
    if let newest = table.newestOverride(in: scope) { return cover(newest, root, scope) }
    return uncovered(root, scope)
  }

  /// What provides below every override of the family.
  private func uncovered(_ root: AnySlot, _ scope: OverrideScope?) -> AnySlot {
    guard family.isRequired, published.activeContext == nil else { return root }
    let ground = table.ground(in: scope)
    return ground === table ? root : cover(ground, root, scope)
  }

  private func cover(_ layer: AnySlot, _ root: AnySlot, _ scope: OverrideScope?) -> AnySlot {
    let recipe = unsafe unsafeDowncast(layer, to: Layer<FamilyRecipe<Key, Value>>.self).recipe
    guard case .build(let make) = recipe else { return root }
    let cover = make()
    let origin = Cover<Value>.Origin(
      moment: layer.moment,
      overriddenAt: layer.overriddenAt,
      isLive: layer.isLive(in: scope),
      note: { layer.note($0) },
      lower: { scope in
        let lower = layer.lower(in: scope)
        return lower.isInForce && lower.overriddenAt != nil
          ? self.cover(lower, root, scope) : self.uncovered(root, scope)
      }
    )
    return Cover(
      cover.recipe(key),
      cover.strategy ?? root.lifetime,
      of: root,
      callSite: layer.callSite,
      origin: origin
    )
  }

  override func lifetime(of root: AnySlot, in scope: OverrideScope?) -> InjectionStrategy {
    uncovered(root, scope).lifetime
  }

  override func coverCount(in scope: OverrideScope?) -> Int { table.overrides(in: scope).count }

  override func declaration(of root: Root<Value>) -> InjectionDeclaration {
    InjectionDeclaration(
      Value.self,
      root.callSite,
      .init(owner: ObjectIdentifier(table), key: "\(key)", hash: key.hashValue)
    )
  }

  override func account(of root: AnySlot, in scope: OverrideScope?) -> [String] {
    var lines: [String] = []
    var ground = ground(of: root, in: scope)
    while let callSite = ground.overriddenAt {
      lines += root.account(of: ground, "overridden at \(callSite)", in: scope)
      ground = ground.lower(in: scope)
    }
    if let context = published.activeContext {
      return lines + ["published for the context \(context)"]
    }
    return lines + (family.isRequired ? family.account(of: table, in: scope) : [])
  }
}
