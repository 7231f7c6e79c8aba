/// How a layer makes an instance.
@usableFromInline
enum Recipe<Value>: Sendable {
  case build(@MainActor () -> Value)
  case decorate(@MainActor (borrowing Original<Value>) -> Value)
  case forward(Injection<Value>)
  case published(Publication<Value>)
}

/// What makes a published recipe more than one closure: contexts, a provider that must be named, a
/// family.
///
/// Layers, slots and stacks ask it and know nothing of the kinds there are.
@MainActor
@usableFromInline
class Publication<Value> {
  nonisolated init() {}

  /// Runs the published recipe itself.
  func build(for injection: Injection<Value>) -> Value {
    Fault.stop("A publication says how it builds.", at: injection.root.callSite)
  }

  /// What provides below every override that `scope` sees.
  func ground(of injection: Injection<Value>, in scope: OverrideScope?) -> Layer<Value> {
    injection.root
  }

  /// The lifetime that an override takes which names none.
  func lifetime(of injection: Injection<Value>, in scope: OverrideScope?) -> InjectionStrategy {
    injection.root.strategy
  }

  /// Where an instance of a layer is kept outside every scope, unless the layer keeps it.
  func mirror(of moment: UInt64, for injection: Injection<Value>, making: Bool) -> MirrorSlot<Value>? {
    nil
  }

  func declaration(of root: Root<Value>) -> InjectionDeclaration {
    InjectionDeclaration(Value.self, root.callSite, of: root)
  }

  /// Whether the published recipe is what the application gets, and not what a context replaces it
  /// with (rule 23).
  var isLive: Bool { true }

  /// Whether an override elsewhere, that of the family, may stand before what is kept here.
  var isCoverable: Bool { false }

  /// How many overrides of the family `scope` sees.
  func coverCount(in scope: OverrideScope?) -> Int { 0 }

  /// What provides an instance for the published recipe, a line each.
  func account(of injection: Injection<Value>, in scope: OverrideScope?) -> [String] { [] }

  /// The injection that stands for the same provider, which tells circles of wrappers.
  func provided(by injection: Injection<Value>) -> Injection<Value> { injection }

  /// The slots outside every scope that are not those of layers.
  var slots: [AnySlot] { [] }

  /// Whether nothing is alive in them; may ask checks.
  func isIdle(asking: Bool) -> Bool { true }
}
