// How long an instance is kept: the one place that knows what each lifetime means.
//
// A new lifetime needs a case of `InjectionStrategy.Lifetime`, and what the compiler then asks for: how it keeps,
// until which flow is cleared, and how it is spelled. One that keeps in another way needs a case of `Keeping`, mostly
// one of `Content`, and what the compiler asks for in this file. The short ways, `Injection.resolve()` and those of
// `Injection+ShortWays.swift`, name the cases of `Content` that they take, and leave the others to `reuse()`.
// A slot that is filled has an instance: one whose instance is not alive is reported as released, and dropped. What is
// kept beside an instance, such as a count, stands in its case of `Content`, and changes in `Slot.reuse()`.

extension InjectionStrategy {
  /// How a fresh instance is kept.
  nonisolated var keeping: Keeping {
    switch lifetime {
    case .onDemand: .not
    case .shared: .weakly
    case .singleton, .flow: .strongly
    case .cached(_, let makeValidity), .expiring(_, _, let makeValidity): .checked(by: makeValidity)
    }
  }

  /// The flow whose clearing releases an instance.
  nonisolated var flow: InjectionFlow? {
    switch lifetime {
    case .flow(let flow): flow
    case .cached(let flow, _), .expiring(_, let flow, _): flow
    case .onDemand, .shared, .singleton: nil
    }
  }
}

enum Keeping {
  case not
  case strongly
  case weakly
  case checked(by: @MainActor () -> @MainActor () -> Bool)

  nonisolated var isNothing: Bool {
    switch self {
    case .not: true
    case .strongly, .weakly, .checked: false
    }
  }
}

/// What a slot keeps of an instance.
@frozen @usableFromInline enum Content {
  case none

  /// Kept until the slot is emptied.
  case kept(AnyBox)

  /// Kept, and provided while the check says so that its strategy made for it.
  indirect case checked(AnyBox, isValid: @MainActor () -> Bool)

  /// An object that lives while anyone holds it.
  case sharedObject(WeakReference)

  /// A value that lives while a consumer holds its box.
  case sharedValue(WeakReference)

  /// The instance that is alive; no check is asked.
  @MainActor var alive: Alive? {
    switch self {
    case .none: return nil
    case .kept(let box), .checked(let box, _): return .kept(box)
    case .sharedObject(let reference):
      guard let object = reference.object else { return nil }
      return .object(object, reference)
    case .sharedValue(let reference):
      guard let object = reference.object else { return nil }
      return .value(cast(object))
    }
  }

  /// A value that is one object, held weakly; `nil` for any other.
  static func weak<Value>(_ value: Value) -> Content? {
    soleObject(in: value).flatMap { WeakObject(value, $0) }.map(Content.sharedObject)
  }
}

// MARK: - Comparing

extension InjectionStrategy {
  /// Whether an instance lives as long as whoever holds it.
  ///
  /// Then it captures nothing past anyone's time, and what it holds is held by its holders.
  var isOfItsHolders: Bool {
    switch keeping {
    case .not, .weakly: true
    case .strongly, .checked: false
    }
  }

  private var mayEndAtAnyResolve: Bool {
    switch keeping {
    case .checked: true
    case .not, .strongly, .weakly: false
    }
  }

  /// Whether what this strategy keeps would keep an instance of `other` past its time.
  ///
  /// Which of two checks fails first cannot be known.
  func outlives(_ other: InjectionStrategy) -> Bool {
    if other.mayEndAtAnyResolve, !mayEndAtAnyResolve { return true }
    guard let end = other.flow else { return false }
    return flow.map { !end.contains($0) } ?? true
  }
}

// MARK: - Reusing

extension Slot {
  /// The instance, to be provided again: its check is asked.
  ///
  /// Once for each resolve that the slot answers. What came back while something was looked for is `alive`, and was
  /// filled for this resolve.
  final func reuse() -> Alive? {
    releaseExpired()
    return alive
  }

  /// The instance that is alive, for whoever only looks: no check is asked.
  final var alive: Alive? { content.alive }

  private var check: (box: AnyBox, isValid: @MainActor () -> Bool)? {
    switch content {
    case .checked(let box, let isValid): (box, isValid)
    case .none, .kept, .sharedObject, .sharedValue: nil
    }
  }

  /// What is lost when the slot is dropped and made anew: what is going on for it, or its instance.
  final var use: AnyObject? { activity == .idle ? alive?.holder : self }

  /// Whether nobody has asked for an instance with a check since the last time (rule 7).
  final func isNotAskedFor() -> Bool {
    defer { wasAsked = false }
    return check != nil && !wasAsked
  }

  /// Empties the slot if its instance has died, so that its release is reported.
  final func releaseDead() {
    if alive == nil { empty() }
  }

  /// Asks the check, and releases what has expired.
  ///
  /// The check, or what it has released, may fill the slot anew: then the new instance's check is asked. What is
  /// never valid, and is built anew each time it goes, is provided unasked after 16 checks.
  @inline(never) private final func releaseExpired() {
    for _ in 1...16 {
      guard let check else { return }
      guard activity != .checking else { Fault.circle(at: self) }
      let asked = filled
      wasAsked = true
      let isValid = Running.ask(check.isValid, of: self)
      // The check may have cleared what it judges: that lives until it has returned.
      extendLifetime(check.box)
      guard filled == asked else { continue }
      if isValid { return }
      empty()
    }
  }
}

// MARK: - Keeping

extension Resolve {
  /// Keeps a fresh instance of a layer as its lifetime says, unless it may hold a mock that is gone.
  ///
  /// A value that nobody would hold is not kept.
  func keep(_ box: AnyBox, of layer: Layer, in slot: Slot) -> Alive {
    switch root.keeping(of: layer, in: scope) {
    case .not: break
    case .strongly: root.fill(slot, with: .kept(box), of: layer, in: scope)
    case .checked(let makeValidity):
      root.fill(slot, with: .kept(box), of: layer, in: scope)
      let filled = slot.filled
      // What makes the check may forget the instance again (rule 6).
      let isValid = makeValidity()
      if slot.filled == filled { slot.add(isValid, for: box) }
    case .weakly:
      if let object = box.weak {
        root.fill(slot, with: object, of: layer, in: scope)
      } else if consumer != nil {
        root.fill(slot, with: .sharedValue(WeakReference(box)), of: layer, in: scope)
        return .value(box)
      }
    }
    return .kept(box)
  }
}
