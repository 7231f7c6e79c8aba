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

  /// Who asks through the consumer; a consumer made in a function has no owner that can be known.
  var requester: InjectionResolution.Requester? {
    if let requester = ambient?.requester { return requester }
    let name = owner.string
    return name.isEmpty || name.hasSuffix(")") ? nil : .owner(name)
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
