/// Where one place keeps the instance of one layer.
///
/// A layer is the slot of the place that it was made in. Another place that needs an instance of its own
/// has a copy: a slot without a recipe, which knows its layer by the moment alone and keeps nothing of it
/// alive.
///
/// A slot keeps one instance, which was filled at one moment: what is noted of it is found by that.
///
/// Slots know no type: finding out who provides, and where an instance is, needs none, and code without
/// types is several times faster than generic code that the compiler cannot specialize.
@MainActor @usableFromInline class Slot {
  /// What is kept, and how.
  @safe @exclusivity(unchecked) @usableFromInline final var content = Content.none

  /// When it was filled; zero while it is empty.
  final private(set) var filled: UInt64 = 0

  /// Whether a resolve has asked its check since a family last made room.
  final var wasAsked = false

  /// What is going on for the slot right now; tells a circle from a second resolve (rule 25).
  final var activity = Activity.idle

  /// When the layer was made whose instance it keeps; zero for what was published.
  nonisolated final let moment: UInt64

  /// The serial number of the place that it belongs to.
  nonisolated final let home: UInt64

  /// `nil` for a root, which makes its own when somebody asks.
  nonisolated final let givenDeclaration: InjectionDeclaration?

  enum Activity {
    case idle
    case building
    case checking
  }

  nonisolated init(_ declaration: InjectionDeclaration?, _ moment: UInt64, in home: UInt64) {
    givenDeclaration = declaration
    self.moment = moment
    self.home = home
  }

  final var isEmpty: Bool { filled == 0 }

  /// What its injection is called.
  var declaration: InjectionDeclaration {
    guard let givenDeclaration else { preconditionFailure("A root names itself.") }
    return givenDeclaration
  }

  /// Keeps something; what was kept before is returned, to be released last.
  final func fill(_ new: consuming Content) -> Content {
    swap(&content, &new)
    filled = Moment.next()
    return new
  }

  /// Adds the check of what was just kept.
  final func add(_ check: @escaping @MainActor () -> Bool, for box: AnyBox) {
    if Running.isTainted { return empty() }
    content = .checked(box, isValid: check)
  }

  /// Empties slots, newest first: all of them before anything is released.
  ///
  /// An instance that is released may resolve in its deinit, and must not build on what is about to be
  /// forgotten. What consumers hold they keep.
  @inline(never) static func empty(_ slots: [Slot], reporting event: InjectionEvent? = nil) {
    let newestFirst = sorted(slots) { $0.filled > $1.filled }
    var taken: [Content] = []
    for slot in newestFirst { taken.append(slot.take()) }
    if let event { Injections.emit(event) }
    for (index, slot) in newestFirst.enumerated() {
      if case .none = taken[index] { continue }
      slot.reportRelease()
      taken[index] = .none
    }
  }

  /// Empties this slot alone.
  @inline(never) final func empty() {
    if isEmpty { return }
    let taken = take()
    reportRelease()
    extendLifetime(taken)
  }

  private final func take() -> Content {
    let taken = content
    content = .none
    filled = 0
    return taken
  }

  private final func reportRelease() {
    Injections.emit(.released(declaration))
  }
}
