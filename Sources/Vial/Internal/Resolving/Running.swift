/// What is running: recipes, first reads of consumers, observers and checks, the outermost first.
///
/// It tells circles, names who needs what, and knows what a recipe may have seen.
@MainActor @usableFromInline enum Running {
  /// Whoever pushes a frame holds what it speaks of until it pops it.
  struct Frame {
    let subject: Subject
    fileprivate let place: Borrowed<OverrideScope>
    let began: UInt64

    /// What was going on for the slot before.
    let before: Slot.Activity

    /// Whether an override is gone that the recipe may have seen: what is built then is not kept.
    ///
    /// A consumer that is being read pins what it was given all the same (rule 8).
    var isTainted = false

    var scope: OverrideScope { place.object }
  }

  enum Subject {
    case building(Borrowed<Slot>)
    case reading(Borrowed<AnyConsumer>)
    case observing
    case checking(Borrowed<Slot>)
  }

  /// Nothing before the first frame.
  ///
  /// A static array is initialized at its first use, and each use asks whether it is. That would take a
  /// tenth of “resolve an on-demand instance”; `nil` needs no initializer.
  @safe @exclusivity(unchecked) private static var pushed: [Frame]?

  static var frames: [Frame] { pushed ?? [] }

  static var isEmpty: Bool { pushed?.isEmpty != false }

  // MARK: Beginning and ending

  @usableFromInline
  static func begin(_ slot: Slot, of layer: Layer, for root: Root, in scope: OverrideScope) {
    let before = slot.activity
    if before != .idle { checkCircle(slot, of: layer, for: root, in: scope) }
    slot.activity = .building
    begin(.building(Borrowed(slot)), in: scope, before: before)
  }

  /// Asks the check of a slot.
  static func ask(_ check: @MainActor () -> Bool, of slot: Slot) -> Bool {
    let scope = OverrideScope.ambient
    begin(.checking(Borrowed(slot)), in: scope, before: slot.activity)
    slot.activity = .checking
    defer {
      end()
      extendLifetime((slot, scope))
    }
    return check()
  }

  static func begin(_ subject: Subject, in scope: OverrideScope, before: Slot.Activity = .idle) {
    if pushed == nil { pushed = [] }
    let place = Borrowed(scope)
    pushed?.append(Frame(subject: subject, place: place, began: Moment.now, before: before))
  }

  /// Ends the innermost.
  @usableFromInline static func end() {
    guard let frame = pushed?.popLast() else { return }
    switch frame.subject {
    case .building(let slot), .checking(let slot): slot.object.activity = frame.before
    case .reading, .observing: break
    }
  }

  // MARK: What a recipe may have seen

  /// Says that an override of a place is gone, to the recipes that may have seen it: they began after
  /// it was made (rules 16 and 17).
  static func taint(startedAfter moment: UInt64, seeing place: OverrideScope) {
    if isEmpty { return }
    for index in frames.indices
    where frames[index].began >= moment && frames[index].scope.sees(place.serial) {
      pushed?[index].isTainted = true
    }
  }

  /// Whether what is built now may hold an instance of an override that is gone.
  static var isTainted: Bool { pushed?.last?.isTainted == true }

  // MARK: Circles

  /// Stops at a circle (rule 25).
  ///
  /// Two flows that build the same in scopes of their own are none. Neither is what an observer needs
  /// on demand, while it is being built for another: that is another instance.
  private static func checkCircle(
    _ slot: Slot,
    of layer: Layer,
    for root: Root,
    in scope: OverrideScope
  ) {
    var isInterrupted = false
    for frame in frames.reversed() {
      switch frame.subject {
      case .observing: isInterrupted = true
      case .building(let other) where other.object === slot && frame.scope === scope:
        if isInterrupted, root.strategy(of: layer).keeping.isNothing { return }
        Fault.circle(at: slot, of: layer)
      case .building, .reading, .checking: break
      }
    }
  }

  // MARK: Who needs what

  /// The consumer that asks for what is resolved now, if one does.
  static var asking: AnyConsumer? {
    guard case .reading(let consumer)? = pushed?.last?.subject else { return nil }
    return consumer.object
  }

  /// Whether an override that hands on what `root` provides asks for it.
  static func isHandedOn(_ root: Root) -> Bool {
    guard case .building(let slot)? = pushed?.last?.subject, let layer = slot.object as? Layer
    else { return false }
    return layer.isOverride && layer.recipe.factory?.other === root
  }

  /// An injection that is built or checked, or the owner of a consumer that is read.
  typealias Step = InjectionResolution.Requester

  /// Who needs whom, the outermost first, each once: the layers of one injection follow each other, such
  /// as a decorator and its original.
  static func steps(from start: Int = 0) -> [Step] {
    var steps: [Step] = []
    for frame in frames[start...] {
      guard let step = frame.step else { continue }
      // Owners of one name may be two objects.
      if case .injection = step, step == steps.last { continue }
      steps.append(step)
    }
    return steps
  }
}

extension Running.Frame {
  @MainActor fileprivate var step: Running.Step? {
    switch subject {
    case .building(let slot), .checking(let slot): .injection(slot.object.declaration)
    case .reading(let consumer): consumer.object.owner.name.map(Running.Step.owner)
    case .observing: nil
    }
  }

  /// Whether what is going on for the slot goes on in this frame.
  @MainActor func isActivity(of slot: Slot) -> Bool {
    switch subject {
    case .building(let other): other.object === slot && slot.activity == .building
    case .checking(let other): other.object === slot && slot.activity == .checking
    case .reading, .observing: false
    }
  }

  @MainActor func isReading(_ consumer: AnyConsumer) -> Bool {
    switch subject {
    case .reading(let other): other.object === consumer
    case .building, .observing, .checking: false
    }
  }
}
