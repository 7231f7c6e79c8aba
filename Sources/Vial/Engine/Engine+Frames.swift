// Questions about the activities that are running.

extension Engine {
  /// Whether no instance is being built and no consumer is being read.
  static var isOutsideBuildsAndReads: Bool {
    frames.allSatisfy { frame in
      if case .releasing = frame { true } else { false }
    }
  }

  /// The consumer whose read is the innermost activity.
  package static var innermostReader: AnyConsumer? { frames.last?.consumer }

  /// The consumer whose read is the outermost activity.
  package static var outermostReader: AnyConsumer? { frames.first?.consumer }

  /// The scope of the code that runs: the scope in which the outermost build or read began, or the current scope.
  package static var outermostScope: OverrideScope {
    for frame in frames {
      if let scope = frame.scope { return scope }
    }
    return .current
  }

  /// The override that is resolving an injection, as its original or because it forwards to the injection.
  static func replacementResolving(_ record: InjectionRecord) -> Provider? {
    guard let build = frames.last?.build, build.provider.isReplacement else { return nil }
    let isResolving = build.record === record || build.provider.findForwardingTarget(of: build.record) === record
    return isResolving ? build.provider : nil
  }

  /// The override that is resolving its original.
  static func replacementResolvingOriginal(of record: InjectionRecord) -> Provider? {
    guard let build = frames.last?.build, build.record === record, build.provider.isReplacement else { return nil }
    return build.provider
  }

  // MARK: Requesters

  /// The requester of the resolve that is beginning, for events.
  ///
  /// A resolve in a task that a factory has started is attributed to the injection of the factory.
  static var eventRequester: InjectionResolution.Requester? {
    switch frames.last {
    case .reading(let consumer, _): consumer.requester
    case .building(let build): .injection(build.record.declaration)
    case .releasing: nil
    case nil: buildingInjectionOfTask.map { .injection($0) }
    }
  }

  /// The injections and the owners of consumers that are waiting, the outermost first.
  ///
  /// The providers of one injection, such as an override and its original, follow each other and are listed once.
  @inline(never) static func waitingRequesters(from start: Int = 0, includingOwners: Bool = true)
    -> [InjectionResolution.Requester]
  {
    var requesters: [InjectionResolution.Requester] = []
    for frame in frames[start...] {
      guard let next = frame.requesterInMessages else { continue }
      switch next {
      case .injection: if requesters.last?.isSame(as: next) == true { continue }
      case .owner: if !includingOwners { continue }
      }
      requesters.append(next)
    }
    return requesters
  }

  // MARK: Cycles

  /// Stops the program if the same provider is building an instance in the same scope.
  @inline(never) static func stopIfCyclic(_ record: InjectionRecord, _ provider: Provider, in scope: OverrideScope) {
    let index = frames.firstIndex { frame in
      guard let build = frame.build else { return false }
      return build.record === record && build.provider === provider && build.scope === scope
    }
    guard let index else { return }
    #if DEBUG
    if frames[index].build?.taskID != currentTaskID() { FatalError.builtForAnotherTask(record, provider) }
    #endif
    FatalError.cycle(from: index, record, provider)
  }

  /// Stops the program if the expression that names the injection of a consumer reads the same consumer.
  @inline(never) static func stopIfReading(_ consumer: AnyConsumer) {
    for index in frames.indices.reversed() {
      guard let other = frames[index].consumer else { break }
      if other === consumer { FatalError.expressionReadsItsConsumer(consumer, from: index) }
    }
  }
}
