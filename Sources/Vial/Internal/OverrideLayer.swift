/// An override: a layer that can be taken out of its stack.
@MainActor
@usableFromInline
final class OverrideLayer<Value>: Layer<Value> {
  private weak let injection: Injection<Value>?

  /// The scope the override lands in, which owns the layer until it ends.
  private weak let home: OverrideScope?

  /// The override below, or `nil` at the bottom of a stack.
  @safe @exclusivity(unchecked) var below: OverrideLayer<Value>?

  private let base: Layer<Value>
  @safe @exclusivity(unchecked) private var moment: UInt64 = 0

  init(
    _ recipe: Recipe<Value>,
    strategy: InjectionStrategy,
    injection: Injection<Value>,
    home: OverrideScope?,
    callSite: CallSite
  ) {
    self.injection = injection
    self.home = home
    base = injection.base
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }

  override var pushed: UInt64 {
    get { moment }
    set { moment = newValue }
  }

  override var declaration: InjectionDeclaration { base.declaration }
  override var bottom: AnyLayer { base }
  override var overriddenAt: CallSite? { callSite }
  override var scope: OverrideScope? { home }
  override var isInternal: Bool { base.isInternal }

  override func lower() -> Layer<Value> {
    if let below { return below }
    guard let injection, let home else { return base }
    return home.ground(of: injection)
  }

  override func rollBack() -> Bool {
    guard !isRetired, let injection else { return false }
    isRetired = true
    injection.unlink(self, in: home)
    (home?.ledger ?? .global).rolledBack(self)
    forget()
    Injections.emit(.rolledBack(Override(self)))
    return true
  }
}
