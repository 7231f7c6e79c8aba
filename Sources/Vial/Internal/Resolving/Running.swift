/// What is running: recipes, consumers that are read for the first time, and observers, the outermost
/// first. It tells circles, names who needs what, and knows what a recipe may have seen.
@MainActor
@usableFromInline
enum Running {
  struct Frame {
    let subject: Subject
    let scope: OverrideScope
    let began: UInt64

    /// What was going on for the slot before.
    var before = Slot.Activity.idle

    /// Whether an override is gone that the recipe may have seen.
    var isTainted = false

    /// The scopes that its own does not see, and from which it resolved something (rule 16).
    var elsewhere: [OverrideScope] = []

    @MainActor
    init(_ subject: Subject, in scope: OverrideScope) {
      self.subject = subject
      self.scope = scope
      began = Moment.now
    }
  }

  enum Subject {
    case building(Slot)
    case forwarding(Root)
    case reading(AnyConsumer)
    case observing
  }

  @safe @exclusivity(unchecked) private(set) static var frames: [Frame] = []

  static var isEmpty: Bool { frames.isEmpty }

  // MARK: Beginning and ending

  @usableFromInline
  static func begin(_ slot: Slot, in scope: OverrideScope) {
    var frame = Frame(.building(slot), in: scope)
    if slot.activity != .idle { checkCircle(slot, in: scope) }
    frame.before = slot.activity
    slot.activity = .building
    frames.append(frame)
  }

  static func begin(forwarding root: Root, in scope: OverrideScope) {
    frames.append(Frame(.forwarding(root), in: scope))
  }

  static func begin(reading consumer: AnyConsumer) {
    frames.append(Frame(.reading(consumer), in: consumer.scope))
  }

  static func beginObserving() {
    frames.append(Frame(.observing, in: .outside))
  }

  /// What the recipe has seen elsewhere, the one around it has seen too.
  @usableFromInline
  static func end() {
    guard let frame = frames.popLast() else { return }
    switch frame.subject {
    case .building(let slot): slot.activity = frame.before
    case .forwarding, .reading: break
    case .observing: return
    }
    if !frame.elsewhere.isEmpty { for scope in frame.elsewhere { note(scope) } }
  }

  // MARK: What was seen

  /// Says that what runs has resolved in a scope, or has got what was made with it.
  static func note(_ scope: OverrideScope) {
    guard let last = frames.indices.last, frames[last].scope !== scope,
      !frames[last].scope.sees(scope), !frames[last].elsewhere.contains(where: { $0 === scope })
    else { return }
    frames[last].elsewhere.append(scope)
  }

  static func note(_ scopes: [WeakScope]) {
    for scope in scopes { if let scope = scope.scope { note(scope) } }
  }

  /// Says that an override of a place is gone, to the recipes that may have seen it: they began after
  /// it was made (rules 16 and 17).
  static func taint(startedAfter moment: UInt64, seeing place: OverrideScope) {
    for index in frames.indices where frames[index].began >= moment {
      if frames[index].scope.sees(place) || frames[index].elsewhere.contains(where: { $0.sees(place) }) {
        frames[index].isTainted = true
      }
    }
  }

  /// Whether what is built now may hold an instance of an override that is gone.
  static var isTainted: Bool { frames.last?.isTainted == true }

  /// The scopes from which what is built now has something that its own scope does not see.
  static var elsewhere: [OverrideScope] { frames.last?.elsewhere ?? [] }

  // MARK: Circles

  /// Stops at a circle (rule 25).
  ///
  /// Two flows that build the same in scopes of their own are none. Neither is what an observer needs
  /// on demand, while it is being built for another: that is another instance.
  private static func checkCircle(_ slot: Slot, in scope: OverrideScope) {
    var isInterrupted = false
    for frame in frames.reversed() {
      switch frame.subject {
      case .observing: isInterrupted = true
      case .building(let other) where other === slot && frame.scope === scope:
        if isInterrupted, let layer = slot as? Layer, let root = slot.root,
          case .onDemand = root.strategy(of: layer).lifetime
        {
          return
        }
        Fault.circle(at: slot)
      case .building, .forwarding, .reading: break
      }
    }
    switch slot.activity {
    case .checking: Fault.circle(at: slot)
    case .idle, .building: break
    }
  }

  // MARK: Who needs what

  /// The consumer that asks for what is resolved now, if one does.
  static var asking: AnyConsumer? {
    guard case .reading(let consumer)? = frames.last?.subject else { return nil }
    return consumer
  }

  /// Who needs what is resolved now: the owner of the consumer that is read, or the factory.
  static var requester: String? {
    for frame in frames.reversed() { if let name = frame.name { return name } }
    return nil
  }

  /// The injections that are being built.
  static var builders: [Root] { frames.compactMap(\.root) }
}

extension Running.Frame {
  /// The injection that is built or forwards.
  @MainActor var root: Root? {
    switch subject {
    case .building(let slot): slot.root
    case .forwarding(let root): root
    case .reading, .observing: nil
    }
  }

  @MainActor var name: String? {
    switch subject {
    case .building, .forwarding: root?.declaration.description
    case .reading(let consumer): consumer.owner.typeName
    case .observing: nil
    }
  }

  @MainActor func isBuilding(_ slot: Slot) -> Bool {
    switch subject {
    case .building(let other): other === slot
    case .forwarding, .reading, .observing: false
    }
  }
}
