/// Something that happened to an injection, an override or a scope.
///
/// Received by the observers of ``Injections``.
public enum InjectionEvent: Sendable {
  /// An instance is about to be built; what it needs is reported before `built` follows.
  case building(InjectionResolution)

  /// An instance was built. The time includes what it needed; the type is that of the instance.
  case built(InjectionResolution, instance: Any.Type, duration: Duration)

  /// An instance that was alive was provided again.
  case reused(InjectionResolution)

  /// A cache let go of an instance, or found that a shared one had died since it was last provided.
  case released(InjectionDeclaration)

  /// An override was made.
  case overridden(Override)

  /// An override was rolled back; those of a scope that ends stay in force and are not reported.
  case rolledBack(Override)

  /// An override scope was opened.
  case scopeOpened(OverrideScope)

  /// An override scope was closed.
  case scopeClosed(OverrideScope)

  /// A flow was cleared, with the injections whose instances it kept.
  case cleared(InjectionScope, [InjectionDeclaration])

  /// An injection that nobody overrode was resolved in a strict scope.
  case strictViolation(InjectionDeclaration)
}

/// Which injection was asked, what answered, and for whom.
public struct InjectionResolution: Sendable {
  /// Who needed an instance.
  public enum Requester: Sendable, Hashable {
    /// An injection, while it was built or through a consumer that it made.
    case injection(InjectionDeclaration)

    /// A consumer in a type that no observed injection built.
    case owner(String)
  }

  /// The injection that was asked.
  public let declaration: InjectionDeclaration

  /// The lifetime of what answered.
  public let strategy: InjectionStrategy

  /// The line of the override that answered; `nil` when it was the published recipe.
  public let overriddenAt: CallSite?

  /// Who asked; `nil` for a resolve that no factory and no consumer made.
  public let requester: Requester?

  /// The consumer that asked; what a graph says of it changes when it is reset.
  weak let consumer: AnyConsumer?

  /// Held, so that no other injection can take the place of the one that was asked meanwhile.
  let root: AnySlot
}
