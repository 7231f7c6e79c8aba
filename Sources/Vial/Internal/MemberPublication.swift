/// What makes the recipe of one key: it is covered by the family's overrides and its provider.
@MainActor
final class MemberPublication<Key: Hashable, Value>: Publication<Value> {
  private let key: Key
  private let table: Injection<FamilyRecipe<Key, Value>>
  private let published: PublishedKeys<Key, Value>

  /// Where instances under the family's overrides are kept outside every scope.
  private var mirrors = MirrorSlots<Value>()

  init(
    _ key: Key,
    in table: Injection<FamilyRecipe<Key, Value>>,
    _ published: PublishedKeys<Key, Value>
  ) {
    self.key = key
    self.table = table
    self.published = published
  }

  override var isCoverable: Bool { true }
  override var isLive: Bool { published.activeContext == nil }

  override func build(for injection: Injection<Value>) -> Value {
    guard let value = published.build(key) else {
      let purpose = (table.root.publication as? RequiredPublication)?.purpose ?? ""
      Fault.unprovided(injection.declaration, purpose)
    }
    return value
  }

  override func ground(of injection: Injection<Value>, in scope: OverrideScope?) -> Layer<Value> {
    if let newest = table.newestOverride(in: scope) { return cover(newest, injection, scope) }
    return uncovered(injection, scope)
  }

  /// What provides below every override of the family.
  private func uncovered(_ injection: Injection<Value>, _ scope: OverrideScope?) -> Layer<Value> {
    guard published.activeContext == nil else { return injection.root }
    let ground = table.ground(in: scope)
    return ground === table.root ? injection.root : cover(ground, injection, scope)
  }

  private func cover(
    _ layer: Layer<FamilyRecipe<Key, Value>>,
    _ injection: Injection<Value>,
    _ scope: OverrideScope?
  ) -> Layer<Value> {
    guard case .build(let recipe) = layer.recipe else { return injection.root }
    let cover = recipe()
    let origin = Cover<Value>.Origin(
      moment: layer.moment,
      overriddenAt: layer.overriddenAt,
      isLive: layer.isLive(in: scope),
      note: { layer.note($0) },
      lower: { [table] scope in
        let lower = layer.lower(of: table, in: scope)
        return lower is OverrideLayer
          ? self.cover(lower, injection, scope) : self.uncovered(injection, scope)
      }
    )
    return Cover(
      cover.recipe(key),
      cover.strategy ?? injection.root.strategy,
      of: injection,
      callSite: layer.callSite,
      origin: origin
    )
  }

  override func lifetime(
    of injection: Injection<Value>,
    in scope: OverrideScope?
  ) -> InjectionStrategy {
    let ground = uncovered(injection, scope)
    return ground === injection.root ? injection.root.strategy : ground.strategy
  }

  override func mirror(
    of moment: UInt64,
    for injection: Injection<Value>,
    making: Bool
  ) -> MirrorSlot<Value>? {
    if let mirror = mirrors.mirror(of: moment) { return mirror }
    guard making else { return nil }
    let mirror = MirrorSlot(of: moment, injection, in: nil)
    mirrors.add(mirror)
    return mirror
  }

  override var slots: [AnySlot] { mirrors.slots }

  override func isIdle(asking: Bool) -> Bool { mirrors.isIdle(asking: asking) }

  override func coverCount(in scope: OverrideScope?) -> Int { table.overrides(in: scope).count }

  override func declaration(of root: Root<Value>) -> InjectionDeclaration {
    InjectionDeclaration(
      Value.self,
      root.callSite,
      .init(owner: ObjectIdentifier(table.root), key: "\(key)", hash: key.hashValue)
    )
  }

  override func account(of injection: Injection<Value>, in scope: OverrideScope?) -> [String] {
    var lines: [String] = []
    var ground = ground(of: injection, in: scope)
    while let callSite = ground.overriddenAt {
      lines += injection.account(of: ground, "overridden at \(callSite)", in: scope)
      ground = ground.lower(of: injection, in: scope)
    }
    if let context = published.activeContext {
      lines.append("published for the context \(context)")
    } else if table.root.publication != nil {
      lines += table.root.publication?.account(of: table, in: scope) ?? []
    }
    return lines
  }
}
