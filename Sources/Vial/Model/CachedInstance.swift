/// The reference to an instance that a cache holds.
enum CachedInstance {
  /// An instance that is retained until it is evicted.
  case strong(AnyBox)

  /// An instance that is retained until it is evicted, and reused while it is valid.
  indirect case validated(AnyBox, ValidityCheck)

  /// An object that is alive while something outside the cache retains it.
  case weak(WeakReference)

  /// The box of the instance, unless the instance has been deallocated.
  ///
  /// This does not run the validity check.
  @MainActor var loaded: AnyBox? {
    switch self {
    case .strong(let box), .validated(let box, _): box
    case .weak(let reference): reference.box
    }
  }

  /// Whether the instance has not been deallocated.
  var isAlive: Bool {
    switch self {
    case .strong, .validated: true
    case .weak(let reference): reference.object != nil
    }
  }

  /// The box of the instance, if the cache is its owner.
  var ownedBox: AnyBox? {
    switch self {
    case .strong(let box), .validated(let box, _): box
    case .weak: nil
    }
  }
}

#if DEBUG
extension CachedInstance: @MainActor CustomDebugStringConvertible {
  var debugDescription: String {
    switch self {
    case .strong(let box): "strong \(box)"
    case .validated(let box, let check): "\(check.onlyReadsClock ? "expiring" : "validated") \(box)"
    case .weak(let reference): "weak \(reference)"
    }
  }
}
#endif

/// The validity check of one cached instance, which is restricted code of the application.
///
/// A check that only reads a clock can also run when nothing resolves the injection. The line is the one with the strategy.
typealias ValidityCheck = (isValid: @MainActor () -> Bool, onlyReadsClock: Bool, declaredAt: CallSite)
