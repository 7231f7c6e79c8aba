import Vial

// The events of the injections under test, in the terms of the reference model.

extension InjectionsUnderTest {
  /// Records an event without retaining the scopes in it.
  ///
  /// The numbers of scopes and tokens are known when the operation is complete.
  func record(_ event: InjectionEvent) {
    switch event {
    case .built(let resolution, let type, _, _):
      record { .built($0.description(of: resolution), isObject: type is AnyClass) }
    case .reused(let resolution): record { .reused($0.description(of: resolution)) }
    case .released(let declaration, _, _): record { .released(target: $0.target(of: declaration)) }
    case .overridden(let token): record { .overridden(token: $0.number(of: token)) }
    case .rolledBack(let token): record { .rolledBack(token: $0.number(of: token)) }
    case .provided(let provision): record { .provided(provision: $0.number(ofProvision: provision.number)) }
    case .withdrawn(let provision): record { .withdrawn(provision: $0.number(ofProvision: provision.number)) }
    case .scopeOpened(let scope): record { [id = scope.id] in .scopeOpened($0.numbers[id] ?? -1) }
    case .scopeEnded(let scope): record { [id = scope.id] in .scopeEnded($0.numbers[id] ?? -1) }
    case .cleared(let flow, let declarations):
      record { .cleared(flow: $0.flows.firstIndex { $0 === flow } ?? -1) }
      for declaration in declarations { record { .clearedTarget($0.target(of: declaration)) } }
    case .liveUse: recordMismatch("a live use was reported without a test")
    }
  }

  private func record(_ event: @escaping @MainActor (InjectionsUnderTest) -> ModelEvent) { recorded.append(event) }

  /// Removes and returns the events that were recorded since the last comparison with the reference model.
  func removeEvents() -> [ModelEvent] {
    defer { recorded = [] }
    return recorded.map { $0(self) }
  }

  private func description(of resolution: InjectionResolution) -> ModelEvent.Resolution {
    let provider: ModelEvent.Provider =
      if let number = resolution.provisionNumber {
        .provision(self.number(ofProvision: number))
      } else {
        resolution.overriddenAt == nil ? .published : .override
      }
    let requester: ModelEvent.Requester? =
      switch resolution.requester {
      case .injection(let declaration): .injection(target(of: declaration))
      case .owner: .consumer
      case nil: nil
      }
    return ModelEvent.Resolution(
      target: target(of: resolution.declaration),
      provider: provider,
      origin: ModelEvent.Origin(requester: requester, depth: resolution.depth)
    )
  }

  private func target(of declaration: InjectionDeclaration) -> Int { targetsByDeclaration[declaration] ?? -1 }

  private func number(of token: Override) -> Int { tokens.firstIndex { $0.number == token.number } ?? -1 }

  private func number(ofProvision number: ProviderNumber) -> Int {
    provisions.firstIndex { $0.number == number } ?? -1
  }
}
