/// What one line of an application says: how to provide, how long to keep that, and where it stands.
@frozen @usableFromInline struct Recipe: Sendable {
  @usableFromInline let way: Way

  /// The lifetime; `nil` in a family's override that leaves each key its own.
  @usableFromInline var strategy: InjectionStrategy?
  @usableFromInline let callSite: CallSite

  @frozen @usableFromInline enum Way: Sendable {
    case make(AnyFactory)

    /// The injection that provides instead, live; a family's finds the one of a key's equal.
    indirect case forward(@MainActor (Root) -> Root)

    /// Marks a family's own injection, which is never resolved.
    case none
  }

  @inlinable nonisolated init(_ way: Way, _ strategy: InjectionStrategy?, _ callSite: CallSite) {
    self.way = way
    self.strategy = strategy
    self.callSite = callSite
  }

  /// The injection that provides for `root` instead.
  @MainActor func forward(for root: Root) -> Root? {
    switch way {
    case .make, .none: nil
    case .forward(let other): other(root)
    }
  }
}

@MainActor @_fixed_layout @usableFromInline class AnyFactory {
  @inlinable nonisolated init() {}

  /// Lets go of what its closure has captured.
  func leave() {}
}

/// What makes instances of one type.
@MainActor @_fixed_layout @usableFromInline final class Factory<Value>: AnyFactory {
  @safe @exclusivity(unchecked) @usableFromInline private(set) var kind: Kind

  @frozen @usableFromInline enum Kind: Sendable {
    case build(@MainActor () -> Value)
    case decorate(@MainActor (borrowing Original<Value>) -> Value)

    /// `nil` means that nothing was provided: of required injections and families.
    case buildIfProvided(@MainActor () -> Value?)

    /// What it does for one injection: a family's layer for a key, or what a context replaces.
    case each(@MainActor (Root) -> Kind)

    /// The layer was rolled back or withdrawn.
    case gone
  }

  @inlinable nonisolated init(_ kind: Kind) {
    self.kind = kind
    super.init()
  }

  override func leave() {
    // What dies here may resolve: it does not meet this factory, whose layer is out of its stack.
    kind = .gone
  }
}
