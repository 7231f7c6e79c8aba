import Vial

/// A factory, which builds an instance from other targets and, for some kinds, from the original.
struct Factory {
  enum Kind {
    case build, ignoreOriginal, decorate, returnOriginal, changeOriginal
    /// Forwards to another target or, for a family, to the same key of another family.
    case forward(Int)
  }

  let id: Int
  let kind: Kind
  let isObject: Bool
  let dependencies: [Int]

  /// The kind of the scope that the factory opens, and that only the instance retains.
  let scopeKind: OverrideScope.Kind?

  /// The operation that the factory performs when it runs for the first time.
  let script: Operation?

  var isForward: Bool { if case .forward = kind { true } else { false } }
}
