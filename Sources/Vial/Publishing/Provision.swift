/// What was provided for a required injection: a token that withdraws it.
///
/// Every `provide` returns one; ignore it where what is provided stays for as long as the process. A
/// token keeps nothing alive.
///
/// ```swift
/// let provision = session.provide(with: Session(account))
/// provision.withdraw()
/// ```
public struct Provision: Sendable {
  private weak let layer: (any AnyProvision)?

  @MainActor
  init(_ layer: (any AnyProvision)?) {
    self.layer = layer
  }

  /// Takes back what was provided, so that it may be provided again.
  ///
  /// Its own instance is let go of, in every scope. What consumers hold they keep, and so does what
  /// was built from it; give such injections a flow of their own, and clear it. A scope that has ended
  /// keeps its provisions.
  ///
  /// - Returns: Whether it was there to be withdrawn; `false` the second time.
  @MainActor @discardableResult
  public func withdraw() -> Bool {
    layer?.withdraw() ?? false
  }
}

/// A provision, whatever it provides.
@MainActor
protocol AnyProvision: AnySlot {
  func withdraw() -> Bool
}

/// What was provided in one place: the ground of the stack there and in the scopes inside.
@MainActor
final class ProvisionLayer<Value>: Layer<Value>, AnyProvision {
  private unowned let injection: Injection<Value>
  private unowned let home: OverrideScope?
  private let provided = Moment.next()
  private var filled = CacheLog()
  private var isWithdrawn = false

  init(
    _ recipe: Recipe<Value>,
    strategy: InjectionStrategy,
    of injection: Injection<Value>,
    in home: OverrideScope?,
    callSite: CallSite
  ) {
    self.injection = injection
    self.home = home
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }

  override var moment: UInt64 { provided }
  override var declaration: InjectionDeclaration { injection.declaration }
  override var place: OverrideScope? { home }
  override var isInternal: Bool { injection.root.isInternal }
  override func isHome(in scope: OverrideScope?) -> Bool { scope === home }

  override func isLive(in scope: OverrideScope?) -> Bool {
    guard case .forward = recipe else { return true }
    return injection.destination(from: self, in: scope).layer.isLive(in: scope)
  }

  /// An instance that was being built when it was withdrawn is not kept.
  override func note(_ slot: AnySlot) {
    guard !isWithdrawn else { return AnySlot.empty([slot]) }
    if slot.stamp == 0 { slot.stamp = Moment.next() }
    filled.append(slot)
  }

  func withdraw() -> Bool {
    guard !isWithdrawn, home?.hasEnded != true else { return false }
    isWithdrawn = true
    let publication = injection.root.publication as? RequiredPublication<Value>
    publication?.setProvision(nil, of: injection, in: home)
    injection.forgetMemo()
    AnySlot.empty(filled.removeSlots { _ in true })
    return true
  }
}
