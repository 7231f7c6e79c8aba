/// What one line of an application says: how to provide, how long to keep that, and where it stands.
@frozen @usableFromInline struct Recipe: Sendable {
  /// `nil` marks a family's own injection, which is never resolved.
  @usableFromInline let factory: AnyFactory?

  /// The lifetime; `nil` in a family's override that leaves each key its own.
  @usableFromInline var strategy: InjectionStrategy?
  @usableFromInline let callSite: CallSite

  @inlinable init(_ factory: AnyFactory?, _ strategy: InjectionStrategy?, _ callSite: CallSite) {
    self.factory = factory
    self.strategy = strategy
    self.callSite = callSite
  }
}

/// What makes instances, whatever their type is, or says who does.
@MainActor @_fixed_layout @usableFromInline class AnyFactory {
  @inlinable nonisolated init() {}

  /// The context that replaces what it makes.
  var activeContext: InjectionContext? { nil }

  /// The injection that it hands on, where that is all it does.
  var other: Root? { nil }

  /// Makes an instance for a resolve that a layer answers.
  func make(for asked: Resolve, by layer: Layer) -> AnyBox {
    preconditionFailure("A factory of no type makes nothing.")
  }
}

/// What makes instances of one type.
@MainActor @_fixed_layout @usableFromInline final class Factory<Value>: AnyFactory {
  @usableFromInline let kind: Kind

  @frozen @usableFromInline enum Kind: Sendable {
    case build(@MainActor () -> Value)
    case decorate(@MainActor (borrowing Original<Value>) -> Value)

    /// What another injection provides.
    case other(Injection<Value>)

    /// Nothing was provided for a required injection.
    case unprovided

    /// What a family's layer does for a key.
    case each(@MainActor (Root) -> Kind)

    /// What replaces it in contexts, of which the first that is active counts.
    indirect case contextual([Alternative], else: Kind)
  }

  @usableFromInline typealias Alternative = (
    context: InjectionContext, build: @MainActor @Sendable () -> Value
  )

  /// The type of its boxes, which takes long to find in code that knows no type: a sixth of “override, resolve,
  /// roll back”.
  @usableFromInline let boxed: Box<Value>.Type

  @inlinable nonisolated init(_ kind: Kind) {
    self.kind = kind
    boxed = Box<Value>.self
    super.init()
  }

  private var active: Alternative? {
    guard case .contextual(let alternatives, _) = kind else { return nil }
    return alternatives.first { $0.context.isActive() }
  }

  override var activeContext: InjectionContext? { active?.context }

  override var other: Root? {
    guard case .other(let other) = kind else { return nil }
    return other.root
  }

  override func make(for asked: Resolve, by layer: Layer) -> AnyBox {
    make(active.map { .build($0.build) } ?? kind, for: asked, by: layer)
  }

  private func make(_ kind: Kind, for asked: Resolve, by layer: Layer) -> AnyBox {
    switch kind {
    case .build(let build): return boxed.init(build())
    case .decorate(let decorate): return boxed.init(decorate(Original(asked: asked, layer: layer)))
    case .other(let other): return boxed.init(other.resolve())
    case .unprovided: Fault.unprovided(asked.root, in: asked.scope)
    case .each(let kind): return make(kind(asked.root), for: asked, by: layer)
    case .contextual(_, let kind): return make(kind, for: asked, by: layer)
    }
  }
}
