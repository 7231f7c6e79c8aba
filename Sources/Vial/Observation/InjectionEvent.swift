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

  /// An override was made.
  case overridden(Override)

  /// An override was rolled back; the end of a scope rolls nothing back.
  case rolledBack(Override)

  /// An override scope was opened.
  case scopeOpened(OverrideScope)

  /// An override scope was closed.
  case scopeClosed(OverrideScope)

  /// A flow was cleared, with the injections whose instances it kept.
  case cleared(InjectionScope, [InjectionDeclaration])

  /// An injection that is neither overridden nor allowed was resolved in a strict scope.
  case strictViolation(InjectionDeclaration)
}

/// One resolve: the injection, what provided the instance, and who asked.
public final class InjectionResolution: Sendable {
  /// Who needed an instance.
  public enum Requester: Sendable, Hashable {
    /// An injection: its factory asked, or a consumer that was made while the factory ran.
    case injection(InjectionDeclaration)

    /// A consumer in a type that no observed injection built.
    case owner(String)
  }

  /// The injection that was resolved.
  public let declaration: InjectionDeclaration

  /// The lifetime of the override that provided, or of the published recipe.
  public let strategy: InjectionStrategy

  /// The line of the override that provided; `nil` when the published recipe provided.
  public let overriddenAt: CallSite?

  /// The factory or the consumer that asked; `nil` when neither did.
  public let requester: Requester?

  /// The consumer that asked; what a graph says of it changes when it is reset.
  weak let consumer: AnyConsumer?

  /// A resolve that a layer of an injection answers; what provides in the end may be another one's.
  @MainActor init(of root: Root, by layer: Layer, _ strategy: InjectionStrategy) {
    declaration = root.declaration
    self.strategy = strategy
    overriddenAt = layer.isOverride ? layer.callSite : nil
    requester = Ambient.current.observed?.requester
    consumer = Running.asking
  }
}
