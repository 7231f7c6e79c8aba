/// Where an instance of one type may be kept, and how it is found there again.
@MainActor
@usableFromInline
class Slot<Value>: AnySlot {
  /// The `WeakCell` of a shared instance, or the `Validity` of an expiring one.
  @safe @exclusivity(unchecked) @usableFromInline final var keeper: AnyObject?

  /// The instance, while it is held strongly.
  @safe @exclusivity(unchecked) @usableFromInline final var held: Value?

  final override func releaseRemains() {
    guard cache == .empty else { return }
    var remains: Value?
    var remainingKeeper: AnyObject?
    swap(&remains, &held)
    swap(&remainingKeeper, &keeper)
    if remains != nil || remainingKeeper != nil { reportRelease() }
    extendLifetime(remains)
    extendLifetime(remainingKeeper)
  }

  final func reportRelease() {
    guard Injections.isObserved, !isInternal else { return }
    Injections.emit(.released(declaration))
  }
}

// MARK: - Finding what is kept

extension Slot {
  /// The instance of a slot whose cache is `.kept`, which is the fast path.
  @inlinable
  var kept: Value { payload(of: &held) }

  /// The instance that a resolve would reuse; validity is asked.
  ///
  /// `holder` receives what must be held to keep a shared value alive (rule 2).
  @inlinable
  func reuse(_ holder: inout Holder) -> Value? {
    switch cache {
    case .empty: nil
    case .kept, .coverable: held
    case .weak:
      // Not `flatMap`: a closure would check its isolation on the resolve path.
      if let keeper {
        unsafe unsafeDowncast(keeper, to: WeakCell<Value>.self).load(&holder)
      } else {
        nil
      }
    case .checked: reuseIfValid(&holder)
    }
  }

  /// The instance that is alive, whether or not a resolve would still provide it; asks nothing.
  func peek() -> Value? {
    guard cache != .checked else { return held }
    var holder = Holder.none
    return reuse(&holder)
  }

  /// Whether nothing is lost when the slot is dropped and made anew; may ask a check (rule 7).
  func isIdle(asking: Bool) -> Bool {
    guard activity == .idle, asking || cache != .checked else { return false }
    var holder = Holder.none
    return reuse(&holder) == nil
  }

  /// The check is of no instance while it is being made: then what is stored is fresh.
  @usableFromInline
  func reuseIfValid(_ holder: inout Holder) -> Value? {
    guard let validity = keeper as? Validity else { return held }
    guard activity != .checking else { Fault.circle(at: self) }
    var judged = held
    let before = activity
    activity = .checking
    let isValid = validity.isValid()
    activity = before
    if isValid { return judged }
    // The check, or the deinit of what it judged, may itself have filled the slot anew.
    judged = nil
    if keeper === validity {
      invalidate()
      releaseRemains()
    }
    return cache == .empty ? nil : reuse(&holder)
  }
}

/// The check that a `.cached` strategy made for the instance that is stored.
@MainActor
final class Validity {
  let isValid: @MainActor () -> Bool

  init(isValid: @escaping @MainActor () -> Bool) {
    self.isValid = isValid
  }
}
