/// What makes a published recipe more than one closure: contexts, a provider, a family.
///
/// Layers, slots and stacks ask it and know nothing of the kinds there are.
@MainActor
@usableFromInline
class AnyPublication: SlotOwner {
  nonisolated init() {}

  /// What provides below every override that `scope` sees.
  func ground(of root: AnySlot, in scope: OverrideScope?) -> AnySlot { root }

  /// The name of the injection, if that is not its type and line.
  func declaration(of root: AnySlot) -> InjectionDeclaration? { nil }

  /// The lifetime that an override takes which names none, as things stand.
  func lifetime(of root: AnySlot, in scope: OverrideScope?) -> InjectionStrategy { root.lifetime }

  /// Whether it is a part of how a family provides, which reports leave out.
  var isInternal: Bool { false }

  /// Whether the published recipe is what the application gets, and not what a context replaces it
  /// with (rule 23).
  var isLive: Bool { true }

  /// Whether all that could change an answer is told to the root, so that it may remember one.
  var isMemorable: Bool { true }

  /// The root of the family that a key belongs to.
  var family: AnySlot? { nil }

  /// Whether `root` is of the same family's equal key.
  func hasKey(of root: AnySlot) -> Bool { false }

  /// Whether nothing of the family stands before the key's own instance outside every scope.
  var isUncovered: Bool { true }

  /// Whether there is something to provide, as `scope` sees it.
  func isProvided(_ root: AnySlot, in scope: OverrideScope?) -> Bool { true }

  /// What provides an instance for the published recipe, a line each.
  func account(of root: AnySlot, in scope: OverrideScope?) -> [String] { [] }

  /// The root that stands for the same provider, which tells circles of wrappers.
  func provided(by root: AnySlot) -> AnySlot { root }

  /// What a scope holds that has a slot of the root, and that keeps the root alive.
  func claim(of root: AnySlot) -> AnyObject { root }

  /// Whether a scope has a slot of the root, which nobody else may hold.
  var isClaimed: Bool { false }

  /// What was provided outside every scope, and the mirrors of layers that keep no instance themselves.
  final var slots = SlotTable()
}

/// What makes the published recipe of one type.
@MainActor
@usableFromInline
class Publication<Value>: AnyPublication {
  /// Runs the published recipe itself.
  func build(for root: Root<Value>) -> Value { Fault.unprovided(root.declaration, "") }
}
