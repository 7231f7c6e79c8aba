/// Something that happened to an injection, an override or a scope.
///
/// Received by the observers of ``Injections``.
public enum InjectionEvent: Sendable {
  /// An instance is about to be built; the events of what it needs come before its `built`.
  case building(InjectionResolution)

  /// An instance was built, of this type and in this time, which includes what it needed.
  case built(InjectionResolution, instance: Any.Type, duration: Duration)

  /// An instance that was alive was provided again.
  case reused(InjectionResolution)

  /// A cache released an instance, or found that its shared instance is gone.
  case released(InjectionDeclaration)

  // Tokens are indirect: they are the largest, and would double every event.

  /// An override was made.
  indirect case overridden(Override)

  /// An override was rolled back; the end of a scope rolls nothing back.
  indirect case rolledBack(Override)

  /// An override scope was opened.
  case scopeOpened(OverrideScope)

  /// An override scope was closed.
  case scopeEnded(OverrideScope)

  /// A flow was cleared, with the injections whose instances it kept.
  case cleared(InjectionFlow, [InjectionDeclaration])

  /// An injection that is neither overridden nor allowed was resolved in a strict scope.
  case strictViolation(InjectionDeclaration)
}

/// One resolve: the injection, what provided the instance, and who asked.
public final class InjectionResolution: Sendable {
  /// Who needed an instance.
  public enum Requester: Sendable, Hashable, CustomStringConvertible {
    /// An injection: its factory asked, or a consumer that was made while the factory ran.
    case injection(InjectionDeclaration)

    /// A consumer in a type that no observed injection built.
    case owner(String)

    /// How messages name it.
    public var description: String {
      switch self {
      case .injection(let declaration): declaration.description
      case .owner(let owner): owner
      }
    }
  }

  /// The injection that was resolved.
  public let declaration: InjectionDeclaration

  /// The lifetime of the override that provided, or of the published recipe.
  public let strategy: InjectionStrategy

  /// The line of the override that provided, or that an observer rolled back before it could; `nil` when the
  /// published recipe provided.
  public let overriddenAt: CallSite?

  /// The factory or the consumer that asked; `nil` when neither did.
  public let requester: Requester?

  private weak let consumer: AnyConsumer?
  private let isByConsumer: Bool

  /// A resolve that a layer of an injection answers; what provides in the end may be another one's.
  @MainActor init(of asked: Resolve, by layer: Layer, _ strategy: InjectionStrategy) {
    declaration = asked.root.declaration
    self.strategy = strategy
    overriddenAt = layer.isOverride ? layer.callSite : nil
    requester = Ambient.current.observed?.requester
    // What the expression resolves that names a consumer's injection is for the consumer, which does not hold it.
    consumer = asked.consumer
    isByConsumer = Running.asking != nil
  }

  /// Whether who asked has the instance by now: what a factory resolved is taken for held.
  @MainActor var isHeld: Bool { !isByConsumer || consumer?.isHolding == true }
}

// MARK: - Tracing

extension InjectionEvent {
  /// What a trace writes of it, line by line.
  var lines: [String] {
    switch self {
    case .building(let resolution): ["building \(resolution.account)"]
    case .built(_, let instance, let duration): ["built \(instance) in \(seconds(duration)) s"]
    case .reused(let resolution): ["reused \(resolution.account)"]
    case .released(let declaration): ["released \(declaration)"]
    case .overridden(let override): ["\(override)"]
    case .rolledBack(let override): ["rolled back \(override)"]
    case .scopeOpened(let scope): ["opened an override scope, \(scope.kind)"]
    case .scopeEnded(let scope): ["closed an override scope, \(scope.kind)"]
    case .cleared(let flow, let declarations):
      ["cleared \(flow.name)"] + declarations.map { "  \($0)" }
    case .strictViolation(let declaration): ["resolved live in a strict scope: \(declaration)"]
    }
  }

  /// A duration to the microsecond, which its own description spells with an exponent.
  private func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = String(attoseconds / 1_000_000_000_000)
    return "\(seconds).\(String(repeating: "0", count: 6 - microseconds.count))\(microseconds)"
  }
}

extension InjectionResolution {
  /// The injection and the lifetime.
  var summary: String { "\(declaration), \(strategy)" }

  fileprivate var account: String {
    summary + (overriddenAt.map { ", overridden at \($0)" } ?? "")
  }
}
