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
    var elsewhere: [History]?

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

  static func begin(_ slot: Slot, of layer: Layer, in scope: OverrideScope) {
    var frame = Frame(.building(slot), in: scope)
    if slot.activity != .idle { checkCircle(slot, of: layer, in: scope) }
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
    let last = frames.endIndex - 1
    let elsewhere = frames[last].elsewhere
    switch frames[last].subject {
    case .building(let slot): slot.activity = frames[last].before
    case .forwarding, .reading, .observing: break
    }
    frames.removeLast()
    if let elsewhere { note(elsewhere) }
  }

  // MARK: What was seen

  /// Says that what runs has resolved in a scope.
  static func note(_ scope: OverrideScope) {
    if let last = frames.last, last.scope !== scope { note([scope.history]) }
  }

  /// Says that what runs has got what was made in some places.
  static func note(_ places: [History]) {
    guard let last = frames.indices.last, !frames[last].isObserving else { return }
    for place in places where !frames[last].sees(place) {
      frames[last].elsewhere = (frames[last].elsewhere ?? []) + [place]
    }
  }

  /// Says that an override of a place is gone, to the recipes that may have seen it: they began after
  /// it was made (rules 16 and 17).
  static func taint(startedAfter moment: UInt64, seeing place: History) {
    for index in frames.indices where frames[index].began >= moment && frames[index].sees(place) {
      frames[index].isTainted = true
    }
  }

  /// Whether what is built now may hold an instance of an override that is gone.
  static var isTainted: Bool { frames.last?.isTainted == true }

  /// The slot that is being built, and the scopes from which it has something that its own does not see.
  static var innermost: (slot: Slot, elsewhere: [History]) {
    guard let last = frames.indices.last, case .building(let slot) = frames[last].subject else {
      preconditionFailure("An instance is kept while it is being built.")
    }
    return (slot, frames[last].elsewhere ?? [])
  }

  // MARK: Circles

  /// Stops at a circle (rule 25).
  ///
  /// Two flows that build the same in scopes of their own are none. Neither is what an observer needs
  /// on demand, while it is being built for another: that is another instance.
  private static func checkCircle(_ slot: Slot, of layer: Layer, in scope: OverrideScope) {
    var isInterrupted = false
    for frame in frames.reversed() {
      switch frame.subject {
      case .observing: isInterrupted = true
      case .building(let other) where other === slot && frame.scope === scope:
        if isInterrupted, case .onDemand? = layer.strategy?.lifetime { return }
        Fault.circle(at: slot, of: layer)
      case .building, .forwarding, .reading: break
      }
    }
    switch slot.activity {
    case .checking: Fault.circle(at: slot, of: layer)
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
  static var builders: [Name] { frames.compactMap(\.builder) }
}

extension Running.Frame {
  /// The injection that is built or forwards.
  @MainActor var builder: Name? {
    switch subject {
    case .building(let slot): slot.name
    case .forwarding(let root): root.name
    case .reading, .observing: nil
    }
  }

  /// Whether an override of a place may have a part in what runs.
  @MainActor func sees(_ place: History) -> Bool {
    if scope.history === place || elsewhere?.contains(where: { $0.sees(place) }) == true { return true }
    return scope.history.sees(place)
  }

  @MainActor var name: String? {
    switch subject {
    case .building, .forwarding: builder?.declaration.description
    case .reading(let consumer): consumer.owner.typeName
    case .observing: nil
    }
  }

  @MainActor var isObserving: Bool {
    switch subject {
    case .observing: true
    case .building, .forwarding, .reading: false
    }
  }

  @MainActor func isBuilding(_ slot: Slot) -> Bool {
    switch subject {
    case .building(let other): other === slot
    case .forwarding, .reading, .observing: false
    }
  }
}
