/// Where a consumer was made: in which override scope, by which injection, in which type.
@usableFromInline
struct ConsumerOrigin: Sendable {
  @usableFromInline let ambient: Ambient?

  @usableFromInline let owner: LiteralAddress

  @inlinable
  init(_ owner: StaticString) {
    ambient = Ambient.current
    self.owner = LiteralAddress(owner)
  }

  var requester: InjectionResolution.Requester {
    ambient?.requester ?? .owner(owner.string)
  }
}

extension Injection {
  /// Resolves for a consumer, in the consumer's own scope, which need not be the current one.
  @usableFromInline
  func detour(for origin: ConsumerOrigin, _ holder: inout Holder) -> Value {
    let scope = origin.ambient?.scope
    let current = Ambient.current
    guard scope !== current?.scope || Injections.isObserved else {
      return detour(in: scope, &holder)
    }
    let ambient = Ambient(
      scope: scope,
      requester: origin.requester,
      recorder: current?.recorder ?? origin.ambient?.recorder
    )
    return Ambient.$current.withValue(ambient) { detour(in: scope, &holder) }
  }
}
