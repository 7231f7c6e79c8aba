/// Where a consumer was made: in which override scope, by which injection, in which type.
@frozen
@usableFromInline
struct ConsumerOrigin: Sendable {
  @usableFromInline let ambient: Ambient

  @usableFromInline let owner: LiteralAddress

  @inlinable
  init(_ owner: StaticString) {
    ambient = Ambient.current
    self.owner = LiteralAddress(owner)
  }

  /// Who asks through the consumer; a consumer made in a function has no owner that can be known.
  private var requester: InjectionResolution.Requester? {
    ambient.observed?.requester ?? owner.typeName.map { .owner($0) }
  }

  /// Runs work in the consumer's own scope.
  @MainActor
  func run<Result>(_ body: () -> Result) -> Result {
    Ambient.$current.withValue(Ambient(scope: ambient.scope), operation: body)
  }

  /// Resolves in the consumer's own scope, which need not be the current one.
  ///
  /// The injection is chosen there too: what names it may depend on overrides (rule 20).
  @usableFromInline
  @MainActor
  func resolve<Value>(
    _ injection: @MainActor () -> Injection<Value>,
    _ holder: inout Holder
  ) -> Value {
    if Detour.reasons == 0 { return injection().root.provide(&holder) }
    let scope = ambient.scope
    let current = Ambient.current
    if scope == nil, current.scope == nil { OverrideScope.settle() }
    guard scope !== current.scope || Injections.isObserved else {
      let root = injection().root
      return scope == nil ? root.provideOutside(&holder) : root.provide(in: scope, &holder)
    }
    let observed =
      Injections.isObserved
      ? Ambient.Observed(
        requester: requester,
        recorder: current.observed?.recorder ?? ambient.observed?.recorder
      ) : nil
    return Ambient.$current.withValue(Ambient(scope: scope, observed: observed)) {
      injection().root.provide(in: scope, &holder)
    }
  }
}

/// A consumer, whatever it consumes.
@MainActor
@_fixed_layout
@usableFromInline
class AnyConsumer {
  @usableFromInline final let origin: ConsumerOrigin

  @inlinable
  nonisolated init(_ origin: ConsumerOrigin) {
    self.origin = origin
  }

  /// Whether it keeps an instance alive that it has read.
  var isHolding: Bool { false }
}
