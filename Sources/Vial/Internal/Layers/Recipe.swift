/// How a layer provides.
@frozen
@usableFromInline
enum Recipe: Sendable {
  case make(AnyFactory)

  /// The injection that provides instead, live.
  case forward(Root)

  /// The family that provides instead, and the injection of its that has a key's equal.
  indirect case forwardKeys(Root, @MainActor (Root) -> Root)

  /// A family's own injection is never resolved.
  case none
}

@MainActor
@_fixed_layout
@usableFromInline
class AnyFactory {
  @inlinable
  nonisolated init() {}

  /// Lets go of what its closure has captured.
  func leave() {}
}

/// What makes instances of one type.
@MainActor
@_fixed_layout
@usableFromInline
final class Factory<Value>: AnyFactory {
  @safe @exclusivity(unchecked) @usableFromInline private(set) var kind: Kind

  @frozen
  @usableFromInline
  enum Kind: Sendable {
    case build(@MainActor () -> Value)
    case decorate(@MainActor (borrowing Original<Value>) -> Value)

    /// `nil` means that nothing was provided: of required injections and families.
    case find(@MainActor () -> Value?)

    /// What a family's layer does for the injection of a key.
    case each(@MainActor (Root) -> Kind)

    /// The layer was rolled back or withdrawn.
    case gone
  }

  @inlinable
  nonisolated init(_ kind: Kind) {
    self.kind = kind
    super.init()
  }

  override func leave() {
    kind = .gone
  }
}
